// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.spi.Attempt;
import java.util.ArrayList;
import java.util.List;

/** What a schedule does at each point that the model of {@code docs/model} has as an action, in order. */
final class Steps {

    private final Schedule schedule;
    private final List<Step> steps = new ArrayList<>();

    Steps(Schedule schedule) {
        this.schedule = schedule;
    }

    /** What happens in a step, and what its {@link Step#value()} is. */
    enum What {
        /** A client sends an attempt. */
        ASKS,
        /** The store grants it; the value is the token. */
        GRANTS,
        /** The client has that answer; the value is the token. */
        HEARS_GRANT,
        /** A client sends a renewal. */
        RENEWS,
        /** The store renews the lease. */
        RENEWED,
        /** The client has that answer. */
        HEARS_RENEWED,
        /** The store renews nothing, since the attempt is not the owner. */
        NOT_RENEWED,
        /** The client has that answer. */
        HEARS_NOT_OWNER,
        /** A client sends a release. */
        RELEASES,
        /** The store frees the lock. */
        RELEASED,
        /** The store frees nothing, since the attempt is not the owner. */
        NOT_RELEASED,
        /** The client can no longer know whether it holds: its machine sleeps, or its driver says so. */
        DOUBTS,
        /** A caller checks its hold; the value is the time until which it then believes, with its lock delay. */
        BELIEVES,
        /** The guard of the resource lets a write in; the value is as above if the caller has just checked. */
        WRITES,
        /** The guard refuses a write. */
        IS_KEPT_OUT,
        /** The store loses all locks, or the one that the step names. */
        FORGETS,
        /** Another server takes over. */
        FAILS_OVER,
        /** The clock of the store jumps; the value is by how many nanoseconds. */
        JUMPS
    }

    /**
     * One step.
     *
     * @param nanos when, by the clock of the world
     * @param lock empty if it concerns all locks
     * @param attempt the id of the attempt; empty if it concerns none, or none that the store has granted
     * @param sentNanos when the request was sent, by the clock of the world; 0 if there is none
     * @param leaseNanos for how long it asks; 0 if it does not
     * @param value see {@link What}; else 0
     */
    record Step(long nanos, What what, String lock, String attempt, long sentNanos, long leaseNanos, long value) {

        /** Whether this is the write of a caller that has just checked its hold. */
        boolean isWriteOf(Step check) {
            return what == What.WRITES
                    && attempt.equals(check.attempt)
                    && lock.equals(check.lock)
                    && nanos == check.nanos;
        }

        /** The same as another kind of step. */
        Step as(What other) {
            return new Step(nanos, other, lock, attempt, sentNanos, leaseNanos, value);
        }
    }

    void add(What what, Attempt attempt, long sentNanos, long leaseNanos, long value) {
        add(what, attempt.name().value(), attempt.id().text(), sentNanos, leaseNanos, value);
    }

    void add(What what, String lock, String attempt, long value) {
        add(what, lock, attempt, 0, 0, value);
    }

    private void add(What what, String lock, String attempt, long sentNanos, long leaseNanos, long value) {
        steps.add(new Step(schedule.now(), what, lock, attempt, sentNanos, leaseNanos, value));
    }

    long now() {
        return schedule.now();
    }

    List<Step> all() {
        return List.copyOf(steps);
    }
}
