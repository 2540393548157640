// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import org.jspecify.annotations.Nullable;

/**
 * Work that runs while a set of locks is held.
 *
 * @param <T> the result type
 * @param <E> the exception type
 */
@FunctionalInterface
public interface MultiLockedCall<T extends @Nullable Object, E extends Exception> {

    /**
     * Does the work.
     *
     * @param handle the hold, with a fencing token for each name. The caller of this method releases it.
     * @return the result
     * @throws E if the work fails
     */
    T call(MultiLockHandle handle) throws E;
}
