// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.hold;

import dev.interlock.LockClock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One timer for all holds of a client: a timer for each would wake the timer thread at every acquisition (decision 4).
 * One that is no longer needed fires nevertheless. Thread-safe.
 */
final class ZookeeperHoldTimer {

    private final ReentrantLock guard = new ReentrantLock();
    private final LockClock clock;
    private final Runnable action;
    private boolean set;
    private long dueNanos;

    /** A timer that runs the action, on a thread of the clock. */
    ZookeeperHoldTimer(LockClock clock, Runnable action) {
        this.clock = clock;
        this.action = action;
    }

    /** Has the action run at that time at the latest. */
    void fireBy(long nanos) {
        guard.lock();
        try {
            if (set && dueNanos - nanos <= 0) {
                return;
            }
            set = true;
            dueNanos = nanos;
            clock.schedule(Math.max(1, nanos - clock.nanoTime()), () -> fire(nanos));
        } finally {
            guard.unlock();
        }
    }

    private void fire(long nanos) {
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
