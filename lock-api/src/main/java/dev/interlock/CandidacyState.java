// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** What a candidate does now. */
public enum CandidacyState {
    /** It waits for the lock, or pauses before it asks again. */
    FOLLOWING,
    /** It leads: its term has begun and has not been told to end. */
    LEADING,
    /** Its term was told to end, and the task has not returned, or the lock is being released. */
    ENDING,
    /** It stands no more, and its task does not run. Final. */
    CLOSED
}
