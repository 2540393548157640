// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.LockUnavailableException;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.TimerQueue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The way of a grant to the future of its caller. A grant goes back to the store if no callback thread takes it in time,
 * because the dependents of other futures block them all, or if its future was completed otherwise before. Thread-safe.
 *
 * @param <T> the hold
 * @param <H> what the user gets of it
 */
final class Delivery<T, H> {

    /** How long a grant waits for a callback thread. */
    static final Duration BOUND = Duration.ofSeconds(5);

    private final String store;
    private final ClientThreads threads;
    private final String what;
    private final T hold;
    private final CompletableFuture<H> promise;
    private final Function<T, H> handle;
    private final Consumer<T> release;
    private final AtomicBoolean decided = new AtomicBoolean();

    /**
     * A delivery that has not begun.
     *
     * @param store where, for messages
     * @param what was acquired, for messages
     * @param handle makes what the user gets of the hold
     * @param release gives the hold back
     */
    Delivery(
            String store,
            ClientThreads threads,
            String what,
            T hold,
            CompletableFuture<H> promise,
            Function<T, H> handle,
            Consumer<T> release) {
        this.store = store;
        this.threads = threads;
        this.what = what;
        this.hold = hold;
        this.promise = promise;
        this.handle = handle;
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
        threads.callbacks.execute(this::deliver);
    }

    private void deliver() {
        if (decided.compareAndSet(false, true) && !promise.complete(handle.apply(hold))) {
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
