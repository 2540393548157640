// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import org.jspecify.annotations.Nullable;

/**
 * Work done while a lock is held.
 *
 * @param <T> what it returns
 * @param <E> what it may throw
 */
@FunctionalInterface
public interface LockedCall<T extends @Nullable Object, E extends Exception> {

    /**
     * Does the work.
     *
     * @param handle the hold, with the fencing token; released by the caller of this method
     * @return the result
     * @throws E as the work does
     */
    T call(LockHandle handle) throws E;
}
