// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.LockUnavailableException;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.TimerQueue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The way of a grant to the future of its caller. A grant goes back to the store if no callback thread takes it in time,
 * because the dependents of other futures block them all, or if its future was completed otherwise before. Thread-safe.
 *
 * @param <T> the hold
 */
final class Delivery<T> {

    /** How long a grant waits for a callback thread. */
    static final Duration BOUND = Duration.ofSeconds(5);

    private final String store;
    private final ClientThreads threads;
    private final String what;
    private final T hold;
    private final CompletableFuture<?> promise;
    private final Predicate<T> take;
    private final Consumer<T> release;
    private final AtomicBoolean decided = new AtomicBoolean();

    /**
     * A delivery that has not begun.
     *
     * @param store where, for messages
     * @param what was acquired, for messages
     * @param promise the future of the caller
     * @param take takes the hold on a callback thread; false if the caller no longer wants it
     * @param release gives the hold back
     */
    Delivery(
            String store,
            ClientThreads threads,
            String what,
            T hold,
            CompletableFuture<?> promise,
            Predicate<T> take,
            Consumer<T> release) {
        this.store = store;
        this.threads = threads;
        this.what = what;
        this.hold = hold;
        this.promise = promise;
        this.take = take;
        this.release = release;
    }

    void begin() {
        TimerQueue.Entry limit = threads.timers.at(threads.machine.nanoTime() + BOUND.toNanos(), this::giveUp);
        promise.whenComplete((taken, failure) -> {
            threads.timers.cancel(limit);
            if (decided.compareAndSet(false, true)) {
                giveBack();
            }
        });
        threads.callbacks.execute(() -> deliver(limit));
    }

    private void deliver(TimerQueue.Entry limit) {
        // Before it is taken: work that lasts must not keep the entry.
        threads.timers.cancel(limit);
        if (decided.compareAndSet(false, true) && !take.test(hold)) {
            giveBack();
        }
    }

    private void giveUp() {
        if (decided.compareAndSet(false, true)) {
            giveBack();
            threads.callbacks.execute(() -> promise.completeExceptionally(new LockUnavailableException(
                    what + " on " + store + " was granted and released again: no callback thread came"
                            + " free within " + BOUND.toMillis() + " ms to deliver it; let what depends on the future"
                            + " block on an executor of its own, by thenApplyAsync for one",
                    null)));
        }
    }

    /** Not here: the thread may be the user's, or that of the timers. */
    private void giveBack() {
        threads.compensation.execute(() -> release.accept(hold));
    }
}
