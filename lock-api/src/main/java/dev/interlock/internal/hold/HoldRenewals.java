// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.LockEvent;
import dev.interlock.RenewResult;
import dev.interlock.internal.machine.TimerQueue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The renewals of one hold in a {@link RenewalQueue}: one is under way and one waits, at most. All that are asked for
 * meanwhile share the one that waits, with the longest of their leases, since a renewal never shortens a lease. As a task
 * it does one renewal. Its state is under the guard of the queue.
 */
final class HoldRenewals implements Runnable {

    private final RenewalQueue queue;
    private final Hold hold;
    private @Nullable Asked waiting;
    private @Nullable Asked underWay;

    HoldRenewals(RenewalQueue queue, Hold hold) {
        this.queue = queue;
        this.hold = hold;
    }

    /** Adds a renewal to the one that waits. Called under the guard. */
    CompletableFuture<RenewResult> add(Duration lease) {
        Asked last = waiting;
        if (last == null) {
            Asked added = new Asked(lease);
            added.limit = queue.threads.timers.at(
                    queue.threads.machine.nanoTime() + RenewalQueue.BOUND.toNanos(), () -> expire(added));
            waiting = added;
            return added.result;
        }
        last.lease = lease.compareTo(last.lease) > 0 ? lease : last.lease;
        return last.result;
    }

    @Override
    public void run() {
        Asked mine;
        Duration lease;
        queue.guard.lock();
        try {
            mine = waiting;
            waiting = null;
            if (mine == null) {
                queue.remove(hold);
                return;
            }
            underWay = mine;
            lease = mine.lease;
            queue.threads.timers.cancel(mine.limit);
        } finally {
            queue.guard.unlock();
        }
        try {
            mine.result.complete(hold.renewals().renewNow(lease));
        } catch (RuntimeException | Error e) {
            mine.result.completeExceptionally(e);
        } finally {
            goOn();
        }
    }

    /** Behind the renewals of other holds that wait for a thread. */
    private void goOn() {
        queue.guard.lock();
        try {
            underWay = null;
            if (waiting == null) {
                queue.remove(hold);
                return;
            }
        } finally {
            queue.guard.unlock();
        }
        queue.threads.askedRenewals.execute(this);
    }

    private void expire(Asked late) {
        queue.guard.lock();
        try {
            if (waiting != late) {
                return;
            }
            waiting = null;
        } finally {
            queue.guard.unlock();
        }
        hold.publishWhileHeld(() -> new LockEvent.RenewalFailed(
                hold.lockName(),
                hold.token(),
                Duration.ofNanos(hold.remainingNanos()),
                "the renewal that was asked for has not begun within " + RenewalQueue.BOUND.toMillis()
                        + " ms: all threads for such renewals wait for the store"));
        late.result.complete(RenewResult.UNKNOWN);
    }

    /** The client is closed. A request that hangs keeps its own thread only. */
    void end() {
        Asked last;
        Asked current;
        queue.guard.lock();
        try {
            last = waiting;
            current = underWay;
            waiting = null;
            queue.remove(hold);
        } finally {
            queue.guard.unlock();
        }
        Stream.of(last, current)
                .filter(each -> each != null)
                .forEach(each -> each.result.complete(RenewResult.NOT_HELD));
    }

    /** One renewal, or several that share it. */
    private static final class Asked {
        private final CompletableFuture<RenewResult> result = new CompletableFuture<>();
        private Duration lease;
        private TimerQueue.@Nullable Entry limit;

        private Asked(Duration lease) {
            this.lease = lease;
        }
    }
}
