// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Fairness between clients on a store that keeps no order of them. A client that has just released a lock lets other
 * clients ask first if they were seen to want it: it knows of its release before they do, and would win each time.
 * Thread-safe.
 */
public final class ClientFairness {

    /**
     * How long a client that was seen with a lock counts as one that wants it. Clients that give way to each other seldom
     * meet: one second without a refusal was seen although they contended.
     */
    private static final long WANTED_NANOS = Duration.ofSeconds(5).toNanos();

    /** How soon after a release a caller of this client would be the first to ask: on a busy machine threads start late. */
    private static final long JUST_NANOS = Duration.ofMillis(200).toNanos();

    /** How long to let other clients ask: where a signal wakes them, and where they poll. */
    private static final long SIGNALLED_NANOS = Duration.ofMillis(3).toNanos();

    private static final long LOOKING_NANOS = Duration.ofMillis(25).toNanos();

    /** How many names are remembered. */
    private static final int MOST = 1_000;

    private final LockClock clock;
    private final Map<LockName, Long> taken = new ConcurrentHashMap<>();
    private final Map<LockName, Long> released = new ConcurrentHashMap<>();

    public ClientFairness(LockClock clock) {
        this.clock = clock;
    }

    /** Another client was seen to have the lock. In a store that keeps an order, this client need not give way. */
    public void taken(LockName name, boolean inTurn) {
        if (inTurn) {
            taken.remove(name);
        } else {
            remember(taken, name);
        }
    }

    /** This client has released the lock at the store. */
    public void released(LockName name) {
        Long last = taken.get(name);
        if (last == null) {
            return;
        }
        if (clock.nanoTime() - last < WANTED_NANOS) {
            remember(released, name);
        } else {
            taken.remove(name, last);
        }
    }

    private void remember(Map<LockName, Long> times, LockName name) {
        if (times.size() >= MOST) {
            times.clear();
        }
        times.put(name, clock.nanoTime());
    }

    /** How long the next caller here lets other clients ask first: once for each release, otherwise zero. */
    public long restNanos(LockName name, Capabilities store) {
        if (released.isEmpty() || store.has(Capability.FIFO_BETWEEN_CLIENTS) || store.waiting() == Waiting.BLOCKING) {
            return 0;
        }
        Long last = released.remove(name);
        if (last == null || clock.nanoTime() - last >= JUST_NANOS) {
            return 0;
        }
        return store.waiting() == Waiting.SIGNAL ? SIGNALLED_NANOS : LOOKING_NANOS;
    }
}
