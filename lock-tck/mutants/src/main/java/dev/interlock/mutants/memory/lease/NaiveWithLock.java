// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockedCall;
import dev.interlock.tck.forward.ForwardingLock;
import org.jspecify.annotations.Nullable;

/** A lock with a naive withLock: acquire, work, release. */
final class NaiveWithLock extends ForwardingLock {

    private final boolean asksTheHandle;

    NaiveWithLock(DistributedLock to, boolean asksTheHandle) {
        super(to);
        this.asksTheHandle = asksTheHandle;
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(
            AcquireOptions options, LockedCall<LockHandle, T, E> body) throws E, InterruptedException {
        LockHandle handle = acquire(options);
        try {
            T value = body.call(handle);
            if (asksTheHandle && handle.state() == HandleState.LOST) {
                throw new LockLostException("'" + name() + "' was lost", HandleState.LOST);
            }
            return value;
        } finally {
            handle.release();
        }
    }
}
