// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockHold;
import dev.interlock.LockLostException;
import dev.interlock.LockUnavailableException;
import io.micronaut.aop.MethodInvocationContext;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Calls of methods that end when they return. The calling thread waits for the locks. Thread-safe. */
@Singleton
final class SynchronousCalls {

    private final ExecutorService blocking;

    SynchronousCalls(@Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        this.blocking = blocking;
    }

    /** Acquires the locks, calls the method, and releases the locks. */
    @Nullable
    Object run(LockedInvocation call, MethodInvocationContext<Object, Object> context) {
        LockHold granted = acquire(call);
        if (granted == null) {
            return call.method().skipped();
        }
        MethodHold hold = call.hold(granted, blocking);
        Object result;
        try {
            result = hold.held().during(context::proceed);
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

    private static @Nullable LockHold acquire(LockedInvocation call) {
        try {
            return call.skips()
                    ? call.locks().tryAcquire(call.options()).orElse(null)
                    : call.locks().acquire(call.options());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockUnavailableException(
                    LockNames.quoted(call.locks().names()) + " not acquired for "
                            + call.method().text() + ", which was not called: its thread was interrupted, and stays so",
                    e);
        }
    }
}
