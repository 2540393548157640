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
 * Withdraws attempts in the background: frees what one may have left in the store without anybody holding it. "Not the
 * owner" is no proof that nothing was left, since a delayed request can still be executed after it: so the
 * owner-checked release is repeated until it is confirmed, or until one lease after the last request was sent, when
 * whatever was granted by then has expired (rule ERR-2). A store that does not answer may be frozen, and execute the
 * request whenever it wakes (rule ERR-7): then the lease counts from the last time it gave no answer, or gave one only
 * after more than a second, up to ten leases in all, so that a store which never comes back does not gather withdrawals
 * for ever. Where several requests of the
 * attempt may yet be executed, a confirmed release proves nothing of the others, and only the lease ends the
 * withdrawal.
 */
public final class Compensator {

    private static final EngineLog LOG = EngineLog.of(Compensator.class);
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(20).toNanos();
    private static final long MAX_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    /** A store that took longer for an answer was silent until then, and may execute older requests after that answer. */
    private static final long SLOW_ANSWER_NANOS = Duration.ofSeconds(1).toNanos();

    /** How many leases a store's silence prolongs a withdrawal to at most. */
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
     * Starts a withdrawal in the background.
     *
     * @param attempt whose grant
     * @param lease the longest that was asked for: how long a grant without a holder can last
     * @param several whether more than one request of the attempt may have been executed, or may yet be
     * @param afterFirstTry run once the first release was answered or failed
     */
    public void withdraw(Attempt attempt, Duration lease, boolean several, Runnable afterFirstTry) {
        long now = clock.nanoTime();
        long end = now + lease.toNanos();
        Withdrawal withdrawal = new Withdrawal(attempt, lease, several, now + lease.toNanos() * MOST_LEASES);
        Runnable firstTry = () -> {
            ReleaseOutcome outcome = new ReleaseOutcome.Unknown(new IllegalStateException("the withdrawal broke off"));
            long sentNanos = clock.nanoTime();
            try {
                outcome = tryOnce(attempt);
            } finally {
                afterFirstTry.run();
                goOn(withdrawal, outcome, sentNanos, end, FIRST_PAUSE_NANOS);
            }
        };
        threads.compensation.execute(new FirstTry(firstTry, afterFirstTry));
    }

    /** The begin of a withdrawal. A closed client withdraws nothing, but the action that follows the first try is run. */
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
     * Starts a withdrawal of what was held, once the lock-delay that begins now is over; if the client ends before, the
     * grant is left to its lease.
     */
    void withdrawAfter(Duration lockDelay, Attempt attempt, Duration lease, boolean several) {
        if (lockDelay.isZero()) {
            withdraw(attempt, lease, several, () -> {});
        } else {
            threads.timers.at(
                    clock.nanoTime() + lockDelay.toNanos(), () -> withdraw(attempt, lease, several, () -> {}));
        }
    }

    private record Withdrawal(Attempt attempt, Duration lease, boolean several, long latestEnd) {

        /** One lease after a silence, but not beyond the latest end. */
        long endAfterSilence(long now) {
            long end = now + lease.toNanos();
            return end - latestEnd < 0 ? end : latestEnd;
        }
    }

    private void goOn(Withdrawal withdrawal, ReleaseOutcome outcome, long sentNanos, long end, long pauseNanos) {
        long now = clock.nanoTime();
        boolean slow = now - sentNanos > SLOW_ANSWER_NANOS;
        if (outcome instanceof ReleaseOutcome.Unknown || (outcome instanceof ReleaseOutcome.NotOwner && slow)) {
            later(withdrawal, withdrawal.endAfterSilence(now), pauseNanos);
        } else if (withdrawal.several || !(outcome instanceof ReleaseOutcome.Released)) {
            later(withdrawal, end, pauseNanos);
        }
    }

    private void later(Withdrawal withdrawal, long end, long pauseNanos) {
        long now = clock.nanoTime();
        if (end - now <= 0) {
            LOG.debug("'{}' on {}: withdrawal ends with the lease", withdrawal.attempt.name(), backend.store());
            return;
        }
        // The last try is at the end itself: by then the lease of whatever was granted in time is over.
        threads.timers.at(
                now + Math.min(pauseNanos, end - now),
                () -> threads.compensation.execute(() -> {
                    long sentNanos = clock.nanoTime();
                    ReleaseOutcome outcome = tryOnce(withdrawal.attempt);
                    goOn(withdrawal, outcome, sentNanos, end, Math.min(pauseNanos * 2, MAX_PAUSE_NANOS));
                }));
    }

    private ReleaseOutcome tryOnce(Attempt attempt) {
        ReleaseOutcome outcome = backend.release(attempt);
        if (outcome instanceof ReleaseOutcome.Unknown unknown) {
            LOG.debug("'{}' on {}: withdrawal got no answer", attempt.name(), backend.store(), unknown.cause());
        }
        return outcome;
    }
}
