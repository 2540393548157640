// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHold;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One call of a {@link Locked} method, before its locks are acquired.
 *
 * @param method the settings of the annotation
 * @param client the client of the locks
 * @param locks the locks of this call
 * @param options the options of the acquisition
 * @param minHold the shortest hold, or null
 * @param calls counts the call while it holds its locks
 */
record LockedInvocation(
        LockedMethod method,
        LockClient client,
        WantedLocks locks,
        AcquireOptions options,
        @Nullable Duration minHold,
        CallsAtWork calls) {

    boolean skips() {
        return method.onContention() == OnContention.SKIP;
    }

    MethodHold hold(LockHold hold, Executor blocking) {
        return new MethodHold(new HeldLock(client, method, hold), minHold, blocking, calls);
    }
}
