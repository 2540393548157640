// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockHold;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import io.micronaut.core.propagation.PropagatedContext;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls of methods that return a {@link CompletionStage}. No thread waits for the lock. The method runs on Micronaut's
 * blocking executor, and the hold ends with its stage. Cancelling the returned stage cancels the request for the lock,
 * but does not stop a running method. Thread-safe.
 */
@Singleton
final class CompletionStageCalls {

    private final ExecutorService blocking;

    CompletionStageCalls(@Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        this.blocking = blocking;
    }

    /** Acquires the locks, calls the method, and releases the locks when the stage completes. */
    CompletableFuture<@Nullable Object> run(LockedInvocation call, Supplier<CompletionStage<?>> method) {
        PropagatedContext callers = PropagatedContext.getOrEmpty();
        CompletableFuture<LockHold> acquiring = call.locks().acquireAsync(call.options());
        CompletableFuture<@Nullable Object> promise = new CompletableFuture<>();
        acquiring.whenCompleteAsync(
                (granted, failure) -> {
                    if (failure != null) {
                        notAcquired(call, failure, promise);
                    } else {
                        callers.wrap(() -> run(call.hold(granted, blocking), method, promise))
                                .run();
                    }
                },
                blocking);
        promise.whenComplete((result, failure) -> acquiring.cancel(false));
        return promise;
    }

    private void run(
            MethodHold hold, Supplier<CompletionStage<?>> method, CompletableFuture<@Nullable Object> promise) {
        if (promise.isDone()) {
            // The call was cancelled before the grant arrived.
            hold.leave();
            return;
        }
        CompletionStage<?> stage;
        try {
            stage = hold.held().during(method);
        } catch (RuntimeException | Error e) {
            hold.end(e);
            promise.completeExceptionally(e);
            return;
        }
        stage.whenCompleteAsync((result, failure) -> end(hold, result, failure, promise), blocking);
    }

    private static void end(
            MethodHold hold,
            @Nullable Object result,
            @Nullable Throwable failure,
            CompletableFuture<@Nullable Object> promise) {
        if (failure != null) {
            Throwable cause = unwrapped(failure);
            hold.end(cause);
            promise.completeExceptionally(cause);
            return;
        }
        LockLostException loss = hold.end();
        if (loss != null) {
            promise.completeExceptionally(loss);
        } else {
            promise.complete(result);
        }
    }

    private static void notAcquired(
            LockedInvocation call, Throwable failure, CompletableFuture<@Nullable Object> promise) {
        Throwable cause = unwrapped(failure);
        if (call.skips() && cause instanceof LockTimeoutException) {
            promise.complete(null);
        } else {
            promise.completeExceptionally(cause);
        }
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
