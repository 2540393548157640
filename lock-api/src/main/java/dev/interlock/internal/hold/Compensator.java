// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.LockClock;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.Droppable;
import dev.interlock.internal.machine.EngineLog;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;

/**
 * Compensates attempts in the background: frees what an attempt may have left in the store without a holder. "Not the
 * owner" does not prove that nothing was left, because a delayed request can be executed after that answer. So the
 * owner-checked release is repeated until it is confirmed, or until one lease after the last request was sent, when
 * every grant of that request has expired (rule ERR-2). A store that does not answer may be frozen, and execute the
 * request when it wakes (rule ERR-7). The lease then counts from the last time that the store gave no answer, or took
 * more than a second for one. It counts so for ten leases at most, so that compensations do not pile up while a store
 * stays away. If several requests of the attempt may yet be executed, a confirmed release proves nothing about the
 * others, and only the lease ends the compensation.
 */
public final class Compensator {

    private static final EngineLog LOG = EngineLog.of(Compensator.class);
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(20).toNanos();
    private static final long MAX_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    /** A store that took longer for an answer was silent until then, and may execute older requests after that answer. */
    private static final long SLOW_ANSWER_NANOS = Duration.ofSeconds(1).toNanos();

    /** How many leases a store's silence prolongs a compensation to at most. */
    private static final int MOST_LEASES = 10;

    private final LockBackend backend;
    private final LockClock clock;
    private final ClientThreads threads;

    Compensator(LockBackend backend, ClientThreads threads) {
        this.backend = backend;
        this.threads = threads;
        clock = threads.machine;
    }

    /**
     * Starts a compensation in the background.
     *
     * @param attempt whose grant
     * @param lease the longest that was asked for: how long a grant without a holder can last
     * @param several whether more than one request of the attempt may have been executed, or may yet be
     * @param afterFirstTry run once the first release was answered or failed
     */
    public void compensate(Attempt attempt, Duration lease, boolean several, Runnable afterFirstTry) {
        long now = clock.nanoTime();
        long end = now + lease.toNanos();
        Compensation compensation = new Compensation(attempt, lease, several, now + lease.toNanos() * MOST_LEASES);
        Runnable firstTry = () -> {
            ReleaseOutcome outcome =
                    new ReleaseOutcome.Unknown(new IllegalStateException("the compensation broke off"));
            long sentNanos = clock.nanoTime();
            try {
                outcome = tryOnce(attempt);
            } finally {
                afterFirstTry.run();
                goOn(compensation, outcome, sentNanos, end, FIRST_PAUSE_NANOS);
            }
        };
        threads.compensation.execute(new FirstTry(firstTry, afterFirstTry));
    }

    /** The first release. A closed client sends none, but the action that follows it runs. */
    private record FirstTry(Runnable task, Runnable afterwards) implements Droppable {

        @Override
        public void run() {
            task.run();
        }

        @Override
        public void drop() {
            afterwards.run();
        }
    }

    /**
     * Starts a compensation of what was held, once the lock delay that begins now is over; if the client ends before, the
     * grant is left to its lease.
     */
    void compensateAfter(Duration lockDelay, Attempt attempt, Duration lease, boolean several) {
        if (lockDelay.isZero()) {
            compensate(attempt, lease, several, () -> {});
        } else {
            threads.timers.at(
                    clock.nanoTime() + lockDelay.toNanos(), () -> compensate(attempt, lease, several, () -> {}));
        }
    }

    private record Compensation(Attempt attempt, Duration lease, boolean several, long latestEnd) {

        /** One lease after a silence, but not beyond the latest end. */
        long endAfterSilence(long now) {
            long end = now + lease.toNanos();
            return end - latestEnd < 0 ? end : latestEnd;
        }
    }

    private void goOn(Compensation compensation, ReleaseOutcome outcome, long sentNanos, long end, long pauseNanos) {
        long now = clock.nanoTime();
        boolean slow = now - sentNanos > SLOW_ANSWER_NANOS;
        if (outcome instanceof ReleaseOutcome.Unknown || (outcome instanceof ReleaseOutcome.NotOwner && slow)) {
            later(compensation, compensation.endAfterSilence(now), pauseNanos);
        } else if (compensation.several || !(outcome instanceof ReleaseOutcome.Released)) {
            later(compensation, end, pauseNanos);
        }
    }

    private void later(Compensation compensation, long end, long pauseNanos) {
        long now = clock.nanoTime();
        if (end - now <= 0) {
            LOG.debug("'{}' on {}: compensation ends with the lease", compensation.attempt.name(), backend.store());
            return;
        }
        // The last try is at the end itself: by then the lease of whatever was granted in time is over.
        threads.timers.at(
                now + Math.min(pauseNanos, end - now),
                () -> threads.compensation.execute(() -> {
                    long sentNanos = clock.nanoTime();
                    ReleaseOutcome outcome = tryOnce(compensation.attempt);
                    goOn(compensation, outcome, sentNanos, end, Math.min(pauseNanos * 2, MAX_PAUSE_NANOS));
                }));
    }

    private ReleaseOutcome tryOnce(Attempt attempt) {
        ReleaseOutcome outcome = backend.release(attempt);
        if (outcome instanceof ReleaseOutcome.Unknown unknown) {
            LOG.debug("'{}' on {}: compensation got no answer", attempt.name(), backend.store(), unknown.cause());
        }
        return outcome;
    }
}
