// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.LockHold;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.annotation.call.CallContext.Captured;
import dev.interlock.annotation.hold.MethodBody;
import dev.interlock.annotation.hold.MethodHold;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method that returns a {@link CompletionStage}. No thread waits for the locks, and the hold ends with the
 * stage.
 *
 * @param call the call
 * @param calls what all calls share
 */
record StageCall(LockedCall call, LockedCalls calls) {

    /** Acquires the locks, calls the method, and releases the locks when the stage completes. */
    CompletableFuture<@Nullable Object> run(MethodBody<? extends CompletionStage<?>, ?> method) {
        Captured callers = calls.context().capture();
        CompletableFuture<? extends LockHold> acquiring = call.locks().acquireAsync(call.options());
        CompletableFuture<@Nullable Object> promise = new CompletableFuture<>();
        acquiring.whenCompleteAsync(
                (granted, failure) -> {
                    if (failure != null) {
                        notAcquired(failure, promise);
                        return;
                    }
                    MethodHold hold = calls.hold(call, granted);
                    callers.run(() -> run(hold, method, promise));
                },
                calls.blocking());
        promise.whenComplete((result, failure) -> acquiring.cancel(false));
        return promise;
    }

    private CompletableFuture<@Nullable Object> run(
            MethodHold hold,
            MethodBody<? extends CompletionStage<?>, ?> method,
            CompletableFuture<@Nullable Object> promise) {
        if (promise.isDone()) {
            // The call was cancelled before the grant arrived.
            hold.leave();
            return promise;
        }
        CompletionStage<?> stage;
        try {
            stage = calls.within(hold, method);
        } catch (Throwable e) {
            hold.end(e);
            promise.completeExceptionally(e);
            return promise;
        }
        stage.whenCompleteAsync((result, failure) -> end(hold, result, failure, promise), calls.blocking());
        return promise;
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

    private void notAcquired(Throwable failure, CompletableFuture<@Nullable Object> promise) {
        Throwable cause = unwrapped(failure);
        if (call.method().skips() && cause instanceof LockTimeoutException) {
            promise.complete(null);
        } else {
            promise.completeExceptionally(cause);
        }
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
