// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.LockHold;
import dev.interlock.LockLostException;
import dev.interlock.annotation.hold.MethodHold;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The hold of one call, from the request on. The caller can leave at any time: a pending request is cancelled, and an
 * unused grant is released. Thread-safe.
 */
final class RequestedHold {

    private final CompletableFuture<? extends LockHold> acquiring;
    private final CompletableFuture<MethodHold> granted;
    private volatile boolean used;

    /** Requests the locks. */
    RequestedHold(LockedCall call, LockedCalls calls) {
        acquiring = call.locks().acquireAsync(call.options());
        granted = acquiring.thenApply(hold -> calls.hold(call, hold));
    }

    /** The future hold. */
    CompletableFuture<MethodHold> granted() {
        return granted;
    }

    /** Marks that the method is about to be called. */
    void use() {
        used = true;
    }

    /**
     * Ends the hold after the stream.
     *
     * @return the exception for the caller if the lock was lost, else null
     */
    @Nullable
    LockLostException end() {
        if (!used) {
            withdraw();
            return null;
        }
        return granted.join().end();
    }

    /** Ends the hold of a stream that failed. A loss is added to its exception. */
    void end(Throwable failure) {
        LockLostException loss = end();
        if (loss != null) {
            failure.addSuppressed(loss);
        }
    }

    private void withdraw() {
        if (!acquiring.cancel(false)) {
            granted.thenAccept(MethodHold::leave);
        }
    }
}
