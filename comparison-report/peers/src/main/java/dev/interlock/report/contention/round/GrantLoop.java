// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contender.NamedLock;
import java.util.concurrent.locks.LockSupport;

/**
 * Acquires, works and releases in a loop, for all workloads but the hand-overs.
 *
 * @param lock the lock to acquire
 * @param board on which holders meet
 * @param place of the name on it
 * @param workNanos how long a holder works
 */
record GrantLoop(NamedLock lock, Board board, int place, long workNanos) implements ThreadWork {

    @Override
    public void run(long end, ThreadTally tally) throws Exception {
        long asked = System.nanoTime();
        while (asked - end < 0) {
            lock.acquire();
            long granted = System.nanoTime();
            boolean alone = board.enter(place);
            work(granted);
            boolean stayedAlone = board.leave(place);
            tally.alone(alone && stayedAlone);
            lock.release();
            if (granted - end < 0) {
                tally.granted(granted - asked);
            } else {
                tally.waited(granted - asked);
            }
            asked = System.nanoTime();
        }
    }

    /** The thread sleeps, like one that waits for a database: the work takes no core from the store. */
    private void work(long begin) {
        long left = workNanos;
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = workNanos - (System.nanoTime() - begin);
        }
    }
}
