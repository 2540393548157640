// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/** Whether a guarantee holds in a situation, on one backend. */
public enum Holding {
    /** The run showed that it holds. */
    HOLDS,
    /** The run showed a counter-example, as it had to: no lock can do better, or the backend says so itself. */
    BROKEN,
    /** The run showed nothing. */
    NOT_EXERCISED,
    /** The rule that had to show it was broken. */
    FAILED,
    /** The rule that had to show it ended in an unexpected way. */
    ERROR,
    /** The rule passed and said nothing about it: a defect of the kit. */
    UNSAID;

    /**
     * Whether the run showed one or the other.
     *
     * @return true for HOLDS and BROKEN
     */
    public boolean shown() {
        return this == HOLDS || this == BROKEN;
    }
}
