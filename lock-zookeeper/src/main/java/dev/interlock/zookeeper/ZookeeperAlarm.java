// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockClock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One alarm for all holds of a client: a timer for each would wake the timer thread at every acquisition (decision 4). One that
 * has become needless is left to ring. Thread-safe.
 */
final class ZookeeperAlarm {

    private final ReentrantLock guard = new ReentrantLock();
    private final LockClock clock;
    private final Runnable action;
    private boolean set;
    private long dueNanos;

    /** An alarm that runs the action, on a thread of the clock. */
    ZookeeperAlarm(LockClock clock, Runnable action) {
        this.clock = clock;
        this.action = action;
    }

    /** Rings at that time at the latest. */
    void ringBy(long nanos) {
        guard.lock();
        try {
            if (set && dueNanos - nanos <= 0) {
                return;
            }
            set = true;
            dueNanos = nanos;
            clock.schedule(Math.max(1, nanos - clock.nanoTime()), () -> ring(nanos));
        } finally {
            guard.unlock();
        }
    }

    private void ring(long nanos) {
        guard.lock();
        try {
            if (!set || dueNanos != nanos) {
                return;
            }
            set = false;
        } finally {
            guard.unlock();
        }
        action.run();
    }
}
