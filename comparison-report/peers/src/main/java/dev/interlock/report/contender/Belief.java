// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/** The state of a lock as a peer shows it to the holder. */
public enum Belief {
    /** The lock is held. */
    HELD,
    /** The state is unknown at present: a careful holder does not write now. */
    UNSURE,
    /** The lock is lost. */
    LOST
}
