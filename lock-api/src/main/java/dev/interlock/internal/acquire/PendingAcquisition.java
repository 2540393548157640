// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.LockException;
import dev.interlock.LockTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition under way, of one lock or of several.
 *
 * @param <T> what it ends with: the hold
 */
public interface PendingAcquisition<T> {

    /** What is acquired, for messages. */
    String what();

    /** The hold; null if others had the lock until the limits were reached; or the exception for the user. */
    CompletableFuture<@Nullable T> result();

    /** The exception for the caller if there is no hold and no other exception. */
    LockTimeoutException timeout();

    /** The caller no longer wants it; whatever is under way is undone. */
    void cancel();

    /** The hold of a finished acquisition, null if it ran out of time; throws what the user is to see. */
    default @Nullable T outcome() {
        try {
            return result().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof LockException known) {
                throw known;
            }
            throw e;
        }
    }

    /**
     * The future of a caller that does not wait. A caller that completes it otherwise, by a time-out for one, no longer
     * wants the lock.
     *
     * @param <H> what the user gets
     * @param acquisitions of which client, whose threads complete it
     * @param handle makes it of the hold
     * @param release gives back a hold that the caller does not take
     */
    default <H> CompletableFuture<H> promise(Acquisitions acquisitions, Function<T, H> handle, Consumer<T> release) {
        CompletableFuture<H> promise = new CompletableFuture<>();
        deliver(acquisitions, promise, hold -> promise.complete(handle.apply(hold)), release);
        return promise;
    }

    /**
     * The same for a future that need not complete when the hold is taken.
     *
     * @param promise of the caller
     * @param take takes the hold on a callback thread; false if the caller no longer wants it
     * @param release gives back a hold that was not taken
     */
    default void deliver(
            Acquisitions acquisitions, CompletableFuture<?> promise, Predicate<T> take, Consumer<T> release) {
        promise.whenComplete((taken, failure) -> {
            if (!result().isDone()) {
                cancel();
            }
        });
        result().whenComplete((hold, failure) -> {
            if (hold != null) {
                new Delivery<>(acquisitions.backend.store(), acquisitions.threads, what(), hold, promise, take, release)
                        .begin();
            } else {
                acquisitions.threads.callbacks.execute(
                        () -> promise.completeExceptionally(failure != null ? failure : timeout()));
            }
        });
    }
}
