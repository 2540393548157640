// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.RenewResult;
import dev.interlock.internal.machine.ClientThreads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The renewals of one client that users asked for and do not wait for. They have threads of their own: a store that
 * hangs takes no thread from automatic renewals or from releases. Each hold has one under way and one that waits, at
 * most. Thread-safe.
 */
public final class RenewalQueue {

    /** How long a renewal waits for a thread, or for the one before it. */
    static final Duration BOUND = Duration.ofSeconds(5);

    final ClientThreads threads;
    final ReentrantLock guard;
    private final Map<Hold, HoldRenewals> asked = new LinkedHashMap<>();
    private boolean ended;

    RenewalQueue(ClientThreads threads) {
        this.threads = threads;
        guard = threads.machine.lock();
    }

    /**
     * Has a lease renewed.
     *
     * @param lease the new minimum lease, within its bounds
     * @return the result; not for users
     */
    CompletableFuture<RenewResult> renew(Hold hold, Duration lease) {
        if (hold.remainingNanos() == 0) {
            return CompletableFuture.completedFuture(RenewResult.NOT_HELD);
        }
        HoldRenewals renewals;
        boolean first;
        CompletableFuture<RenewResult> result;
        guard.lock();
        try {
            if (ended) {
                return CompletableFuture.completedFuture(RenewResult.NOT_HELD);
            }
            first = !asked.containsKey(hold);
            renewals = asked.computeIfAbsent(hold, one -> new HoldRenewals(this, one));
            result = renewals.add(lease);
        } finally {
            guard.unlock();
        }
        if (first) {
            threads.askedRenewals.execute(renewals);
        }
        return result;
    }

    /** Forgets the renewals of a hold of which none waits. Called under the guard. */
    void remove(Hold hold) {
        asked.remove(hold);
    }

    /** True while no renewal is under way or waits. */
    public boolean isEmpty() {
        guard.lock();
        try {
            return asked.isEmpty();
        } finally {
            guard.unlock();
        }
    }

    /** The client is closed: nothing is held any more, whatever the store may still answer. */
    public void end() {
        List<HoldRenewals> all;
        guard.lock();
        try {
            ended = true;
            all = List.copyOf(asked.values());
        } finally {
            guard.unlock();
        }
        all.forEach(HoldRenewals::end);
    }
}
