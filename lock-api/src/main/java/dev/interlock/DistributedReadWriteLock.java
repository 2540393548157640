// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * A lock for readers and writers: any number of readers hold it together, a writer holds it alone. An immutable value
 * object that is cheap to create. Thread-safe.
 *
 * <pre>{@code
 * DistributedReadWriteLock prices = client.readWrite("prices");
 * Price price = prices.read().withLock(handle -> cache.look(article));
 * prices.write().runWithLock(handle -> cache.rebuild(handle.fencingToken()));
 * }</pre>
 *
 * <p><b>Order.</b> Requests are served as they came, readers that follow each other together: a reader that comes after a
 * waiting writer waits for that writer, and a writer does not wait for readers that come later. A try is refused while
 * others wait whose turn comes first.
 *
 * <p><b>One client.</b> The readers of one client use one grant of the store, and one renewal: a thousand threads that
 * read are one reader to the store. They have one fencing token. New readers join them without a request for a
 * tenth of {@link HandOff#within} at a time; then the first one asks the store whether others wait. A reader with a lease, a lock
 * delay, a maximum hold or a renewal of its own has a grant of its own.
 *
 * <p><b>No upgrade.</b> A caller that has a read handle and acquires the write lock waits for itself, until its limit. To
 * write what was read, release first, acquire the write lock, and read again.
 *
 * <p><b>Names.</b> {@code client.lock("prices")} is another lock. Events, meters and messages call the two halves
 * {@code prices/read} and {@code prices/write}.
 *
 * <p><b>Tokens.</b> Each grant, of readers and writers, has a greater token than all before it. Guards tell them apart by
 * {@link dev.interlock.guard.FencingDomain#reading(LockHandle)} and
 * {@link dev.interlock.guard.FencingDomain#writing(LockHandle)}.
 */
public interface DistributedReadWriteLock {

    /**
     * The name of the lock.
     *
     * @return the name as given by the user
     */
    String name();

    /**
     * The lock to read under. It has no view by {@link DistributedLock#asLock}.
     *
     * @return a lock that excludes writers
     */
    @CheckReturnValue
    DistributedLock read();

    /**
     * The lock to write under.
     *
     * @return a lock that excludes readers and other writers
     */
    @CheckReturnValue
    DistributedLock write();
}
