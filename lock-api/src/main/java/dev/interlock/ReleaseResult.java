// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** The result of a release. */
public enum ReleaseResult {
    /**
     * This handle held the lock until now and no longer does. The store confirmed that, or the lock went to the next
     * waiter of this client by hand-off ({@link HandOff}). It also counts as confirmed if the first request got no
     * answer and a second one found the lock gone while the lease was still proven.
     */
    RELEASED,
    /**
     * The lock was no longer held: its lease had ended, or another holder had taken it. That holder may have been
     * active at the same time. The release changed nothing.
     */
    NOT_HELD,
    /**
     * The store did not answer. The lock may stay taken for at most its lease. The client keeps trying to release it in
     * the background (compensation).
     */
    UNKNOWN
}
