// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One call of a {@link Locked} method, before its locks are acquired.
 *
 * @param method what the annotation says
 * @param client whose locks
 * @param locks of this call's names
 * @param options what to ask for
 * @param minHold the shortest hold, or null
 * @param calls where the call counts while it holds
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
