// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contender.NamedLock;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Reads, and now and then writes, under a lock for readers and writers. Where there are writers, the waits are theirs.
 *
 * @param read the side of readers
 * @param write the side of writers
 * @param writePercent how many of a hundred accesses write
 * @param board on which holders meet
 * @param workNanos how long a holder works
 */
record SharedLoop(NamedLock read, NamedLock write, int writePercent, Board board, long workNanos)
        implements ThreadWork {

    private static final int PLACE = 0;

    @Override
    public void run(long end, ThreadTally tally) throws Exception {
        for (long asked = System.nanoTime(); asked - end < 0; asked = System.nanoTime()) {
            boolean writes = ThreadLocalRandom.current().nextInt(100) < writePercent;
            NamedLock lock = writes ? write : read;
            lock.acquire();
            long granted = System.nanoTime();
            boolean alone = writes ? board.enterAsWriter(PLACE) : board.enterBesideReaders(PLACE);
            GrantLoop.work(granted, workNanos);
            alone &= writes ? board.leaveAsWriter(PLACE) : board.leaveReaders(PLACE);
            tally.alone(alone);
            lock.release();
            if (granted - end < 0) {
                tally.counted();
            }
            if (writes || writePercent == 0) {
                tally.waited(granted - asked);
            }
        }
    }
}
