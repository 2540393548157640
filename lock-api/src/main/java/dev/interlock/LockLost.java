// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * The news that a hold ended without a release, told exactly once per handle.
 *
 * @param lockName the lock
 * @param fencingToken the token of the lost hold
 * @param cause why it ended
 * @param detail what was observed, for people
 */
public record LockLost(String lockName, long fencingToken, LossCause cause, String detail) {}
