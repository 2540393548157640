// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import dev.interlock.LockEvent;
import dev.interlock.LockName;
import dev.interlock.internal.machine.Machine;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many acquisitions of one client wait for each lock that they found taken. Listeners get each change.
 * Thread-safe.
 */
public final class WaiterCounts {

    private final EventDispatcher events;
    private final ReentrantLock guard;
    private final Map<LockName, Integer> counts = new HashMap<>();

    public WaiterCounts(Machine machine, EventDispatcher events) {
        guard = machine.lock();
        this.events = events;
    }

    /** One more waits. */
    public void increment(LockName name) {
        change(name, 1);
    }

    /** One that waited does so no longer. */
    public void decrement(LockName name) {
        change(name, -1);
    }

    private void change(LockName name, int by) {
        guard.lock();
        try {
            int waiters = counts.merge(name, by, Integer::sum);
            if (waiters == 0) {
                counts.remove(name);
            }
            // Under the guard, so that listeners get the numbers in the order in which they were true.
            events.publish(() -> new LockEvent.WaitersChanged(name.value(), waiters));
        } finally {
            guard.unlock();
        }
    }

    /** True while there is no waiter. */
    public boolean isEmpty() {
        guard.lock();
        try {
            return counts.isEmpty();
        } finally {
            guard.unlock();
        }
    }
}
