// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.HandleState;
import dev.interlock.LockLostException;
import dev.interlock.ReleaseResult;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A handle under which work is done. If the lock was lost meanwhile, the work ends with an exception. */
public interface LockedWork {

    HandleState state();

    ReleaseResult release();

    /** Releases without a wait for the store; every call has the same result. What is returned is not for users. */
    CompletableFuture<ReleaseResult> releasing();

    /** What is held and where, for messages. */
    String what();

    /** The fencing token or tokens, for messages. */
    String tokens();

    /** The work. */
    interface Work<T extends @Nullable Object, E extends Exception> {
        T run() throws E;
    }

    /** Does the work, and releases the hold. */
    default <T extends @Nullable Object, E extends Exception> T work(Work<T, E> work) throws E {
        T value;
        try {
            value = work.run();
        } catch (Throwable failure) {
            LockLostException loss = releaseAndCheck();
            if (loss != null) {
                failure.addSuppressed(loss);
            }
            throw failure;
        }
        releaseOrThrow();
        return value;
    }

    /** Releases the hold. Throws if it was lost before. */
    default void releaseOrThrow() {
        LockLostException loss = releaseAndCheck();
        if (loss != null) {
            throw loss;
        }
    }

    private @Nullable LockLostException releaseAndCheck() {
        HandleState before = state();
        return loss(before, release());
    }

    /** The exception for work whose lock was lost; null if it was held to the end, as far as that is known. */
    default @Nullable LockLostException loss(HandleState before, ReleaseResult result) {
        if (before != HandleState.LOST && result != ReleaseResult.NOT_HELD) {
            return null;
        }
        return new LockLostException(
                what() + " was lost before the work under it ended: others may have been inside (" + tokens()
                        + "); let the resource check the token",
                HandleState.LOST);
    }
}
