// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contender.NamedLock;

/**
 * A lock that a thread acquires, and where its holders meet.
 *
 * @param lock the lock
 * @param place of its name on the board
 */
record Target(NamedLock lock, int place) {}
