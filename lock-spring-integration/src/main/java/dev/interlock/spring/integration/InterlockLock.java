// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.integration;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockLostException;
import dev.interlock.LockView;
import dev.interlock.Renewal;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A lock of an {@link InterlockLockRegistry}: re-entrant and owned by a thread, across all locks of that name in one
 * client. It is equal to every other lock of its name from the same client. Thread-safe.
 *
 * <p>The methods that lock throw the exceptions of {@link LockView}, and never report a store that cannot be asked as a
 * lock that is taken.
 */
public final class InterlockLock implements Lock {

    private final LockClient client;
    private final DistributedLock lock;
    private final LockView view;

    InterlockLock(LockClient client, String name) {
        this.client = client;
        this.lock = client.lock(name);
        this.view = lock.asLock(AcquireOptions.inherited());
    }

    /**
     * The same lock with the calls that Spring Integration has no counterpart for: the fencing token, the time left and
     * {@link LockView#ensureHeld}.
     *
     * @return a view with the hold counts of this lock. Its unlock throws {@link LockLostException} after a loss.
     */
    public LockView view() {
        return view;
    }

    @Override
    public void lock() {
        view.lock();
    }

    /**
     * Acquires the lock for a limited time, waiting without a limit. The client does not renew it, so it ends after that
     * time unless {@link InterlockLockRegistry#renewLock(Object, Duration)} extends it. If the calling thread holds the
     * lock already, it enters again and the lease stays as it is.
     *
     * @param ttl the lease, by the store's clock: 10 ms to 365 days, and within the bounds of the store
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    public void lock(Duration ttl) {
        limited(ttl).lock();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        view.lockInterruptibly();
    }

    @Override
    public boolean tryLock() {
        return view.tryLock();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return view.tryLock(time, unit);
    }

    /**
     * Acquires the lock for a limited time, as {@link #lock(Duration)} does.
     *
     * @param waitTime the longest wait while another holder has the lock, by this client's clock; zero or less is one
     *     attempt
     * @param ttl the lease, as in {@link #lock(Duration)}
     * @return whether the lock was acquired
     * @throws InterruptedException if the thread is interrupted before or during the wait. The lock is not held then.
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    public boolean tryLock(Duration waitTime, Duration ttl) throws InterruptedException {
        return limited(ttl).tryLock(TimeUnit.NANOSECONDS.convert(waitTime), TimeUnit.NANOSECONDS);
    }

    /**
     * Ends one level of nesting. The last level releases the lock.
     *
     * @throws ConcurrentModificationException if the lock was lost meanwhile: another holder may have been active at the
     *     same time. Its cause is a {@link LockLostException}. The level ends in any case.
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     */
    @Override
    public void unlock() {
        try {
            view.unlock();
        } catch (LockLostException e) {
            throw new ConcurrentModificationException(e.getMessage(), e);
        }
    }

    /**
     * Not supported.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public Condition newCondition() {
        return view.newCondition();
    }

    private LockView limited(Duration ttl) {
        return lock.asLock(AcquireOptions.inherited().withLease(ttl).withRenewal(Renewal.NONE));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof InterlockLock that
                && client == that.client
                && lock.name().equals(that.lock.name());
    }

    @Override
    public int hashCode() {
        return lock.name().hashCode();
    }

    @Override
    public String toString() {
        return "InterlockLock[" + view + "]";
    }
}
