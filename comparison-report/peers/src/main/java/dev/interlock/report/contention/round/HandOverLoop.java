// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.contention.round.Board.Signal;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One of two JVMs that pass a lock to each other. The holder waits until the other JVM requests the lock and has begun
 * to wait, and then releases. The JVM that released requests the lock again only once the other JVM has it.
 *
 * @param lock the lock that they pass
 * @param board on which they signal
 * @param self the number of this JVM, 1 or 2
 */
record HandOverLoop(NamedLock lock, Board board, long self) implements ThreadWork {

    /** Long enough that the other JVM waits in the store, and of varying length, so that no poller keeps step. */
    private static final long LEAST_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long MOST_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

    @Override
    public void run(long end, ThreadTally tally) throws Exception {
        long other = 3 - self;
        if (self == 1) {
            lock.acquire();
            tally.alone(board.enter(0));
            board.write(Signal.HOLDER, self);
        } else {
            Board.await("the first grant", end, () -> board.read(Signal.HOLDER) == other || over());
            if (over() || !take(tally, end)) {
                return;
            }
        }
        while (true) {
            Board.await(
                    "the other JVM to ask",
                    end,
                    () -> board.read(Signal.ASKING) == other || Board.isPast(end) || over());
            if (Board.isPast(end) || over()) {
                board.write(Signal.OVER, 1);
                tally.alone(board.leave(0));
                lock.release();
                return;
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LEAST_HOLD_NANOS, MOST_HOLD_NANOS));
            tally.alone(board.leave(0));
            board.write(Signal.RELEASED_AT, System.nanoTime());
            lock.release();
            Board.await("the other JVM to get it", end, () -> board.read(Signal.HOLDER) == other || over());
            if (over() || !take(tally, end)) {
                return;
            }
        }
    }

    /**
     * Requests the lock while the other JVM holds it; false if the round ended meanwhile, and the lock is free again.
     */
    private boolean take(ThreadTally tally, long end) throws Exception {
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

    private boolean over() {
        return board.read(Signal.OVER) != 0;
    }
}
