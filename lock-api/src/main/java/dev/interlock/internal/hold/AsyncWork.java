// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.HandleState;
import dev.interlock.LockLostException;
import dev.interlock.ReleaseResult;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.TimerQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Work under a lock that ends when a stage ends. The hold is released then, on the thread that ends the stage and without
 * a wait, and the user's future completes after the release. Thread-safe.
 *
 * <p>The thread that ends the stage may have its stack full, and then nothing runs that depends on the stage. So a timer
 * looks at the stage as well. Every step can be done twice.
 *
 * @param <H> the handle
 * @param <T> the result of the work
 */
public final class AsyncWork<H extends LockedWork, T extends @Nullable Object> {

    /** How often the timer looks. Work that is shorter costs no look. */
    static final Duration LOOK = Duration.ofSeconds(1);

    private final ClientThreads threads;
    private final Function<? super H, ? extends CompletionStage<T>> body;
    private final CompletableFuture<T> promise;
    private final AtomicBoolean lossAdded = new AtomicBoolean();
    private volatile boolean finished;
    private volatile TimerQueue.@Nullable Entry nextLook;
    private @Nullable CompletableFuture<T> stage;
    private @Nullable H handle;

    /**
     * Work that has not begun.
     *
     * @param promise the user's future
     */
    public AsyncWork(
            ClientThreads threads,
            Function<? super H, ? extends CompletionStage<T>> body,
            CompletableFuture<T> promise) {
        this.threads = threads;
        this.body = body;
        this.promise = promise;
    }

    /** Begins the work on this thread; false if its user no longer wants it, so that the hold has to be given back. */
    public boolean begin(H held) {
        if (promise.isDone()) {
            return false;
        }
        handle = held;
        CompletionStage<T> work;
        try {
            work = Objects.requireNonNull(body.apply(held), "the function under the lock returned no stage");
        } catch (Throwable e) {
            end(held, null, e);
            return true;
        }
        if (work instanceof CompletableFuture<T> future && future.toCompletableFuture() == future) {
            stage = future;
            lookLater();
        }
        work.whenComplete((value, failure) -> end(held, value, failure));
        return true;
    }

    /** Called again by the timer if it throws. */
    private void end(H held, @Nullable T value, @Nullable Throwable failure) {
        HandleState before = held.state();
        held.releasing().whenComplete((result, broken) -> finish(held, before, result, value, failure));
    }

    private void finish(
            H held, HandleState before, ReleaseResult result, @Nullable T value, @Nullable Throwable failure) {
        LockLostException loss = held.loss(before, result);
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause != null && loss != null && lossAdded.compareAndSet(false, true)) {
            cause.addSuppressed(loss);
        }
        threads.promises.complete(promise, value, cause != null ? cause : loss);
        finished = true;
        threads.timers.cancel(nextLook);
    }

    private void lookLater() {
        // Weak: a stage that is dropped must not keep the handle, which is then noticed as any other that is dropped.
        nextLook = threads.timers.at(threads.machine.nanoTime() + LOOK.toNanos(), new Look(new WeakReference<>(this)));
        if (finished) {
            threads.timers.cancel(nextLook);
        }
    }

    private void look() {
        CompletableFuture<T> work = stage;
        H held = handle;
        if (finished || work == null || held == null) {
            return;
        }
        lookLater();
        if (work.isDone()) {
            work.whenComplete((value, failure) -> end(held, value, failure));
        }
    }

    private record Look(WeakReference<AsyncWork<?, ?>> work) implements Runnable {

        @Override
        public void run() {
            AsyncWork<?, ?> live = work.get();
            if (live != null) {
                live.look();
            }
        }
    }
}
