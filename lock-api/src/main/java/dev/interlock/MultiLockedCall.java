// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import org.jspecify.annotations.Nullable;

/**
 * Work done while several locks are held.
 *
 * @param <T> what it returns
 * @param <E> what it may throw
 */
@FunctionalInterface
public interface MultiLockedCall<T extends @Nullable Object, E extends Exception> {

    /**
     * Does the work.
     *
     * @param handle the hold, with a fencing token for each name; released by the caller of this method
     * @return the result
     * @throws E as the work does
     */
    T call(MultiLockHandle handle) throws E;
}
