// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Acquires, works and releases in a loop, for all workloads in which no JVM waits for another's signal.
 *
 * @param targets the lock to acquire next
 * @param board on which holders meet
 * @param workNanos how long a holder works
 */
record GrantLoop(Supplier<Target> targets, Board board, long workNanos) implements ThreadWork {

    @Override
    public void run(long end, ThreadTally tally) throws Exception {
        long asked = System.nanoTime();
        while (asked - end < 0) {
            Target target = targets.get();
            target.lock().acquire();
            long granted = System.nanoTime();
            boolean alone = board.enter(target.place());
            work(granted, workNanos);
            boolean stayedAlone = board.leave(target.place());
            tally.alone(alone && stayedAlone);
            target.lock().release();
            if (granted - end < 0) {
                tally.granted(granted - asked);
            } else {
                tally.waited(granted - asked);
            }
            asked = System.nanoTime();
        }
    }

    /** The thread sleeps, like one that waits for a database: the work takes no core from the store. */
    static void work(long begin, long nanos) {
        long left = nanos;
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = nanos - (System.nanoTime() - begin);
        }
    }
}
