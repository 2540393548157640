// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.hold;

import org.jspecify.annotations.Nullable;

/**
 * What an annotated method does, without its lock.
 *
 * @param <T> the type of the result
 * @param <X> the exceptions; {@code RuntimeException} if the framework throws checked exceptions undeclared
 */
@FunctionalInterface
public interface MethodBody<T extends @Nullable Object, X extends Throwable> {

    /**
     * Runs the method.
     *
     * @return its result
     * @throws X as the method
     */
    T run() throws X;
}
