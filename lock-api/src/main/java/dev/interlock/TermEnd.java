// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** Why a term of a leader ends. Later versions may add reasons. */
public enum TermEnd {
    /** The task returned by itself. */
    RETURNED,
    /** The task threw by itself. */
    FAILED,
    /** The candidate gives the term up: {@link Candidacy#abdicate}, or {@link ElectionOptions#maxTerm()}. */
    ABDICATED,
    /** The candidacy or its client was closed. */
    CLOSED,
    /**
     * The lease, or the {@code maxHold} of the lock, is about to end, and no renewal was confirmed in time
     * ({@link ElectionOptions#margin()}). The lock is still held.
     */
    LEASE_ENDING,
    /** The lock was lost ({@link LossCause}). Another leader may begin. */
    LOST
}
