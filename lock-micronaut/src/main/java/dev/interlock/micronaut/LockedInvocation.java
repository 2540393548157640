// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One call of a {@link Locked} method, before its lock is acquired.
 *
 * @param method what the annotation says
 * @param lock of this call's name
 * @param options what to ask for
 * @param minHold the shortest hold, or null
 */
record LockedInvocation(
        LockedMethod method,
        DistributedLock lock,
        AcquireOptions options,
        @Nullable Duration minHold) {

    boolean skips() {
        return method.onContention() == OnContention.SKIP;
    }

    MethodHold hold(LockHandle handle, Executor blocking) {
        return new MethodHold(handle, method, minHold, blocking);
    }
}
