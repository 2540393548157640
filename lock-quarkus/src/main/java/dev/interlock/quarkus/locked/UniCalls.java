// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import dev.interlock.annotation.call.LockedCall;
import dev.interlock.annotation.call.LockedCalls;
import dev.interlock.annotation.hold.MethodBody;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls of methods that return a {@link Uni}.
 *
 * @param calls what all calls share
 */
record UniCalls(LockedCalls calls) {

    /**
     * Returns a {@code Uni} that acquires the locks for each subscription. A cancellation cancels the request for the
     * locks, or the method's own {@code Uni}, whose end releases them.
     *
     * @param call prepares a call
     * @param method the method
     */
    Uni<@Nullable Object> run(Supplier<LockedCall> call, MethodBody<@Nullable Object, ?> method) {
        return Uni.createFrom().emitter(emitter -> {
            Subscribed subscribed = new Subscribed();
            CompletableFuture<@Nullable Object> locked;
            try {
                locked = calls.runStage(call.get(), () -> subscribed.to(method));
            } catch (RuntimeException e) {
                emitter.fail(e);
                return;
            }
            emitter.onTermination(() -> {
                locked.cancel(false);
                subscribed.cancel();
            });
            locked.whenComplete((value, failure) -> {
                if (failure == null) {
                    emitter.complete(value);
                } else {
                    emitter.fail(
                            failure instanceof CompletionException && failure.getCause() != null
                                    ? failure.getCause()
                                    : failure);
                }
            });
        });
    }

    /** The subscription to the method's own {@code Uni}. Thread-safe. */
    private static final class Subscribed {

        private final CompletableFuture<@Nullable Void> cancelled = new CompletableFuture<>();

        CompletionStage<?> to(MethodBody<@Nullable Object, ?> method) throws Throwable {
            Uni<?> uni = (Uni<?>) method.run();
            if (uni == null) {
                throw new NullPointerException("the method returned null instead of a Uni");
            }
            CompletableFuture<?> running = uni.subscribeAsCompletionStage();
            // Also if it was cancelled already.
            cancelled.thenRun(() -> running.cancel(false));
            return running;
        }

        void cancel() {
            cancelled.complete(null);
        }
    }
}
