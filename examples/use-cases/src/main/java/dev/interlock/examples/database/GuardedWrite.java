// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.database;

/**
 * The fence's decision on a transaction under a lock, reported when the transaction has ended.
 *
 * @param lockName the lock
 * @param token of the hold
 * @param refused whether a later holder has used the database, so that nothing was read or written; otherwise something
 *     was written and committed
 */
public record GuardedWrite(String lockName, long token, boolean refused) {}
