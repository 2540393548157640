// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

/**
 * Whether one grant can be retained between its handles: until another client wants the lock, or the backend reports
 * something about the grant. All holds of a grant share it. Thread-safe.
 */
final class Retention {

    private final boolean recallable;
    private volatile boolean ended;

    /** Used under the guard of {@link RetainedLocks}. */
    long untilNanos;

    /** Whether a timer will look at {@link #untilNanos}. Used under the guard of {@link RetainedLocks}. */
    boolean timed;

    /** When that timer looks. Used under the guard of {@link RetainedLocks}. */
    long timedNanos;

    /**
     * The retention of a new grant.
     *
     * @param recallable whether the backend tells if another client wants the lock
     */
    Retention(boolean recallable) {
        this.recallable = recallable;
    }

    boolean isPossible() {
        return recallable && !ended;
    }

    /** The grant is never retained again. */
    void end() {
        ended = true;
    }
}
