// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** What Java 17, which this is compiled for, does not know of virtual threads; they are there from Java 21 on. */
final class VirtualThreads {

    private static final int SINCE = 21;

    private static final @Nullable MethodHandle IS_VIRTUAL = instanceMethod("isVirtual");
    private static final @Nullable MethodHandle START = startMethod("startVirtualThread");

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

    /** Runs a task on a new virtual thread. */
    static void start(Runnable task) {
        if (START == null) {
            throw new IllegalStateException("virtual threads need Java " + SINCE);
        }
        try {
            Thread started = (Thread) START.invokeExact(task);
            assert started != null;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable MethodHandle instanceMethod(String name) {
        try {
            return exist()
                    ? MethodHandles.publicLookup().findVirtual(Thread.class, name, MethodType.methodType(boolean.class))
                    : null;
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static @Nullable MethodHandle startMethod(String name) {
        try {
            return exist()
                    ? MethodHandles.publicLookup()
                            .findStatic(Thread.class, name, MethodType.methodType(Thread.class, Runnable.class))
                    : null;
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static boolean exist() {
        return Runtime.version().feature() >= SINCE;
    }
}
