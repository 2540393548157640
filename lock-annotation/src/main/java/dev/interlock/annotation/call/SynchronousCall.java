// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.LockHold;
import dev.interlock.LockLostException;
import dev.interlock.LockUnavailableException;
import dev.interlock.annotation.hold.HeldLock;
import dev.interlock.annotation.hold.MethodBody;
import dev.interlock.annotation.hold.MethodHold;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method that ends when it returns. The calling thread waits for the locks.
 *
 * @param call the call
 * @param calls what all calls share
 */
record SynchronousCall(LockedCall call, LockedCalls calls) {

    /** Acquires the locks, calls the method, and releases the locks. */
    <X extends Throwable> @Nullable Object run(MethodBody<@Nullable Object, X> method) throws X {
        LockHold granted = acquire();
        if (granted == null) {
            return call.method().skipped();
        }
        MethodHold hold = calls.hold(call, granted);
        Object result;
        try {
            result = calls.within(hold, method);
        } catch (Throwable failure) {
            hold.end(failure);
            throw failure;
        }
        LockLostException loss = hold.end();
        if (loss != null) {
            throw loss;
        }
        return result;
    }

    private @Nullable LockHold acquire() {
        try {
            return call.method().skips()
                    ? call.locks().tryAcquire(call.options()).orElse(null)
                    : call.locks().acquire(call.options());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockUnavailableException(
                    HeldLock.quoted(call.names()) + " not acquired for "
                            + call.method().text() + ", which was not called: its thread was interrupted, and stays so",
                    e);
        }
    }
}
