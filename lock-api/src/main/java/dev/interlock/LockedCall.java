// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import org.jspecify.annotations.Nullable;

/**
 * Work that runs while a lock or a set of locks is held.
 *
 * @param <H> the handle: {@link LockHandle} or {@link MultiLockHandle}
 * @param <T> the result type
 * @param <E> the exception type
 */
@FunctionalInterface
public interface LockedCall<H extends LockHold, T extends @Nullable Object, E extends Exception> {

    /**
     * Does the work.
     *
     * @param handle the hold, with the fencing token or tokens. The caller of this method releases it.
     * @return the result
     * @throws E if the work fails
     */
    T call(H handle) throws E;
}
