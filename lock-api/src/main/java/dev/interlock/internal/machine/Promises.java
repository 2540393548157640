// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How the futures of users are completed: on a callback thread, since their dependents are code of users, which may
 * block. A future of the engine never gets to a user. Thread-safe.
 */
public final class Promises {

    private final Executor callbacks;

    Promises(Executor callbacks) {
        this.callbacks = callbacks;
    }

    /** A future for a user, which ends as a future of the engine does. What the user does to it changes nothing. */
    public <T> CompletableFuture<T> of(CompletableFuture<T> internal) {
        if (internal.isDone()) {
            // No dependent is called for it: those that the user adds run on the user's thread.
            return internal.copy();
        }
        CompletableFuture<T> promise = new CompletableFuture<>();
        internal.whenComplete((value, failure) -> complete(promise, value, failure));
        return promise;
    }

    /** Completes a future of a user; it fails if there is a failure. */
    public <T extends @Nullable Object> void complete(
            CompletableFuture<T> promise, @Nullable T value, @Nullable Throwable failure) {
        End<T> end = new End<>(promise, value, failure);
        try {
            callbacks.execute(end);
        } catch (RuntimeException | Error e) {
            // The stack of this thread is full, say. Its caller waits for the future all the same.
            end.run();
        }
    }

    /** A class of its own, and no lambda, which needs much stack when it is first made. */
    private record End<T extends @Nullable Object>(
            CompletableFuture<T> promise,
            @Nullable T value,
            @Nullable Throwable failure) implements Runnable {

        @Override
        public void run() {
            if (failure == null) {
                promise.complete(value);
            } else {
                Throwable cause = failure.getCause();
                promise.completeExceptionally(
                        failure instanceof CompletionException && cause != null ? cause : failure);
            }
        }
    }
}
