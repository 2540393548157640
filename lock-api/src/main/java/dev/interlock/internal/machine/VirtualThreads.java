// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * What Java 17, for which this is compiled, does not know of virtual threads; they exist from Java 21 on. The methods are
 * found by literal names, and {@code META-INF/native-image} lists each of them for a native image.
 */
final class VirtualThreads {

    private static final int SINCE = 21;

    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

    private VirtualThreads() {}

    /** Whether the current thread is virtual. */
    static boolean isCurrent() {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable MethodHandle isVirtual() {
        if (Runtime.version().feature() < SINCE) {
            return null;
        }
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
