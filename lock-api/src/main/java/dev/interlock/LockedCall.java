// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import org.jspecify.annotations.Nullable;

/**
 * Work that runs while a lock is held.
 *
 * @param <T> the result type
 * @param <E> the exception type
 */
@FunctionalInterface
public interface LockedCall<T extends @Nullable Object, E extends Exception> {

    /**
     * Does the work.
     *
     * @param handle the hold, with the fencing token. The caller of this method releases it.
     * @return the result
     * @throws E if the work fails
     */
    T call(LockHandle handle) throws E;
}
