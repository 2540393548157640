// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * Work without a result that runs while a lock or a set of locks is held. {@link LockedCall} is its counterpart with a
 * result.
 *
 * @param <H> the handle: {@link LockHandle} or {@link MultiLockHandle}
 * @param <E> the exception type
 */
@FunctionalInterface
public interface LockedTask<H extends LockHold, E extends Exception> {

    /**
     * Does the work.
     *
     * @param handle the hold, with the fencing token or tokens. The caller of this method releases it.
     * @throws E if the work fails
     */
    void run(H handle) throws E;
}
