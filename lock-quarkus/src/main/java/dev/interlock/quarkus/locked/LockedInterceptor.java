// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import dev.interlock.quarkus.Locked;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import org.jspecify.annotations.Nullable;

/** Puts the lock around a method. Transactions begin inside of it, at {@code PLATFORM_BEFORE + 200}. Thread-safe. */
@Locked({})
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 150)
public final class LockedInterceptor {

    private final InterceptedCalls calls;

    /** Of the container. */
    LockedInterceptor(InterceptedCalls calls) {
        this.calls = calls;
    }

    @AroundInvoke
    @Nullable
    Object around(InvocationContext invocation) throws Exception {
        return calls.call(invocation);
    }
}
