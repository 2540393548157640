// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.tck.forward.ForwardingLock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lock whose asynchronous work loses it at once: withLockAsync releases when the function has returned its stage. */
final class ImpatientWithLockAsync extends ForwardingLock {

    ImpatientWithLockAsync(DistributedLock to) {
        super(to);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            AcquireOptions options, Function<? super LockHandle, ? extends CompletionStage<T>> body) {
        return acquireAsync(options).thenCompose(handle -> {
            try (handle) {
                return body.apply(handle);
            }
        });
    }
}
