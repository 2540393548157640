// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockLostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A call's hold of its locks from the request on, so that whoever leaves at any time leaves nothing behind: a request on
 * its way is withdrawn, a grant that nobody used yet is given back. Thread-safe.
 */
final class RequestedHold {

    private final CompletableFuture<LockHold> acquiring;
    private final CompletableFuture<MethodHold> granted;
    private volatile boolean used;

    /** Asks for the locks. */
    RequestedHold(LockedInvocation call, Executor blocking) {
        acquiring = call.locks().acquireAsync(call.options());
        granted = acquiring.thenApply(hold -> call.hold(hold, blocking));
    }

    /** The hold to come. */
    CompletableFuture<MethodHold> granted() {
        return granted;
    }

    /** Says that the method is about to be called. */
    void use() {
        used = true;
    }

    /**
     * Ends, when the stream has.
     *
     * @return what the caller must be told if the lock was lost, else null
     */
    @Nullable
    LockLostException end() {
        if (!used) {
            withdraw();
            return null;
        }
        return granted.join().end();
    }

    /** As {@link #end()}, for a stream that failed: what it failed with carries the news. */
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
