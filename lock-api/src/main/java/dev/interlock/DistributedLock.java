// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * A lock with a name: an immutable value object that is cheap to create. The client keeps no state for a name that is
 * neither held nor waited for. Thread-safe.
 *
 * <pre>{@code
 * DistributedLock lock = client.lock("order-42");
 * lock.runWithLock(handle -> orders.pay(42, handle.fencingToken())); // waits at most 10 s for the lock
 * int left = lock.withLock(handle -> orders.count(handle.fencingToken()));
 * boolean ran = lock.runIfFree(handle -> report.send()); // does not wait
 * try (LockHandle handle = lock.acquire()) { // the same with a handle of your own
 *     orders.pay(42, handle.fencingToken());
 * }
 * }</pre>
 */
public interface DistributedLock extends Lockable<LockHandle> {

    /**
     * The name of the lock.
     *
     * @return the name as given by the user
     */
    String name();

    /**
     * Returns this lock as a {@link java.util.concurrent.locks.Lock}: re-entrant and owned by the calling thread.
     *
     * <pre>{@code
     * Lock view = client.lock("order-42").asLock(AcquireOptions.inherited()); // the client's defaults
     * }</pre>
     *
     * @param options overrides of the client's defaults, except the wait limit, which the methods of the view set
     * @return a view; all views of one name in one client share their hold counts
     */
    @CheckReturnValue
    LockView asLock(AcquireOptions options);
}
