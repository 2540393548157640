// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.List;

/**
 * A set of locks that are acquired together, all or none: an immutable value object that is cheap to create.
 * Thread-safe.
 *
 * <pre>{@code
 * MultiLock accounts = client.lockAll(List.of("account-7", "account-9"));
 * accounts.runWithLock(handle -> bank.transfer(7, 9, handle.fencingTokens()));
 * }</pre>
 *
 * <p>The names are sorted, and duplicates count once, so their order does not matter. One wait limit applies to the
 * whole set: that of the call or the client's default for all locks, never a default for single names. Each lock has
 * the other defaults of its own name, such as its lease.
 *
 * <p>If a name is taken, the caller waits for it without holding any lock, and then takes the others. A caller that
 * holds some locks waits only for names that sort after all of them, and only for a short time, which grows with each
 * round. Then it releases everything and waits again without a lock. So callers that acquire sets cannot deadlock, and
 * no caller keeps a lock for long while it waits for another.
 *
 * <p>If the backend supports it, one request acquires all locks in one atomic step
 * ({@link dev.interlock.spi.BulkSteps}). Otherwise they are acquired one after another.
 *
 * <p>A caller that already holds one of the names by another handle waits for itself until its limit. The exception
 * then says so.
 *
 * <p>Locks acquired before a failure are released first. A {@link LockTimeoutException} names the lock that was taken.
 */
public interface MultiLock extends Lockable<MultiLockHandle> {

    /** The maximum number of names in one set. */
    int MAX_NAMES = 1_000;

    /**
     * The names of the locks.
     *
     * @return each name once, sorted by its UTF-8 bytes, which is the order of acquisition
     */
    List<String> names();
}
