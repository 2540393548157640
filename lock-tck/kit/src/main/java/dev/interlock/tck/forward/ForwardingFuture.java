// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.forward;

import dev.interlock.LockHandle;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The future of a decorated handle. Cancelling it cancels the original, as a dependent stage would not. */
final class ForwardingFuture extends CompletableFuture<LockHandle> {

    private final CompletableFuture<LockHandle> original;

    ForwardingFuture(CompletableFuture<LockHandle> original, UnaryOperator<LockHandle> decorate) {
        this.original = original;
        original.handle((handle, error) -> copy(handle, error, decorate));
    }

    private @Nullable Void copy(
            @Nullable LockHandle handle, @Nullable Throwable error, UnaryOperator<LockHandle> decorate) {
        if (handle == null) {
            completeExceptionally(error);
        } else if (!complete(decorate.apply(handle))) {
            handle.release();
        }
        return null;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        boolean cancelled = super.cancel(mayInterrupt);
        return original.cancel(mayInterrupt) || cancelled;
    }
}
