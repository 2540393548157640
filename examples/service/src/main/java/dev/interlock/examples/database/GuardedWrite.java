// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.database;

/**
 * What the fence said to a transaction under a lock: told as an event of the application when it has ended.
 *
 * @param lockName the lock
 * @param token of the hold
 * @param refused whether a later holder had been here, so that nothing was read or written; otherwise something was
 *     written and committed
 */
public record GuardedWrite(String lockName, long token, boolean refused) {}
