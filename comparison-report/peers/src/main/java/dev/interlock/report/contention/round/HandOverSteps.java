// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.contention.round.Board.Signal;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What two JVMs that pass a lock to each other do with it, and the signals that they exchange.
 *
 * @param lock the lock that they pass
 * @param board on which they signal
 * @param self the number of this JVM, 1 or 2
 */
record HandOverSteps(NamedLock lock, Board board, long self) {

    /** In place of the number of the holder: the lock is free. */
    static final long NONE = -1;

    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    boolean isFirst() {
        return self == 1;
    }

    long other() {
        return 3 - self;
    }

    long read(Signal signal) {
        return board.read(signal);
    }

    /** Acquires the lock while it is free. */
    void begin(ThreadTally tally) throws Exception {
        lock.acquire();
        tally.alone(board.enter(0));
        board.write(Signal.ASKING, 0);
        board.write(Signal.HOLDER, self);
    }

    /**
     * Requests the lock while the other JVM holds it; false if the round ended meanwhile, and the lock is free again.
     */
    boolean take(ThreadTally tally, long end) throws Exception {
        board.write(Signal.ASKING, self);
        lock.acquire();
        long granted = System.nanoTime();
        boolean alone = board.enter(0);
        if (over()) {
            boolean stayedAlone = board.leave(0);
            tally.alone(alone && stayedAlone);
            lock.release();
            return false;
        }
        tally.alone(alone);
        long wait = granted - board.read(Signal.RELEASED_AT);
        if (granted - end < 0) {
            tally.granted(wait);
        } else {
            tally.waited(wait);
        }
        board.write(Signal.HOLDER, self);
        return true;
    }

    /** Releases the lock for the other JVM. */
    void pass(ThreadTally tally) throws Exception {
        tally.alone(board.leave(0));
        board.write(Signal.RELEASED_AT, System.nanoTime());
        lock.release();
    }

    /** Releases the lock, after which no JVM requests it. */
    void free(ThreadTally tally) throws Exception {
        tally.alone(board.leave(0));
        lock.release();
        board.write(Signal.HOLDER, NONE);
    }

    /** Acquires the lock, releases it and passes the turn; returns how long the acquisition took. */
    long takeTurn(ThreadTally tally) throws Exception {
        long asked = System.nanoTime();
        lock.acquire();
        long granted = System.nanoTime();
        boolean alone = board.enter(0);
        boolean stayedAlone = board.leave(0);
        lock.release();
        tally.alone(alone && stayedAlone);
        board.write(Signal.HOLDER, self);
        return granted - asked;
    }

    /** Ends the round. */
    void finish() {
        board.write(Signal.OVER, 1);
    }

    /** Ends the round as the holder. */
    void end(ThreadTally tally) throws Exception {
        finish();
        tally.alone(board.leave(0));
        lock.release();
    }

    boolean over() {
        return board.read(Signal.OVER) != 0;
    }

    /** Returns once the lock has this holder, or the round is over. */
    void awaitHolder(long holder, long end) {
        await("holder " + holder, end, () -> board.read(Signal.HOLDER) == holder);
    }

    /** Returns once a condition holds, or the round is over. */
    void await(String what, long end, BooleanSupplier condition) {
        while (!condition.getAsBoolean() && !over()) {
            if (isPast(end + PATIENCE_NANOS)) {
                throw new IllegalStateException("waited in vain for " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Keeps the lock for so long. */
    static void hold(long nanos) {
        long end = System.nanoTime() + nanos;
        while (!isPast(end)) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    static boolean isPast(long end) {
        return System.nanoTime() - end >= 0;
    }
}
