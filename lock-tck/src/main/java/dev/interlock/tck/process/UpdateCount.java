// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How many updates were accepted; others can wait for more. Not thread-safe but for the lock that guards it. */
final class UpdateCount {

    private final ReentrantLock lock;
    private final Condition more;
    private long accepted;

    UpdateCount(ReentrantLock lock) {
        this.lock = lock;
        this.more = lock.newCondition();
    }

    /** The caller has the lock. */
    void increment() {
        accepted++;
        more.signalAll();
    }

    long accepted() {
        lock.lock();
        try {
            return accepted;
        } finally {
            lock.unlock();
        }
    }

    boolean await(long goal, Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (accepted < goal) {
                if (left <= 0) {
                    return false;
                }
                left = more.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
