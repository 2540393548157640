// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * The report of a hold that ended without a release. Each handle reports it exactly once. Only the library constructs it:
 * compatibility covers the accessors, and neither the constructor nor record patterns.
 *
 * @param lockName the lock
 * @param fencingToken the token of the lost hold
 * @param cause why the hold ended
 * @param detail the observed cause, in plain text
 */
public record LockLost(String lockName, long fencingToken, LossCause cause, String detail) {}
