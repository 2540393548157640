// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** The result of a release. */
public enum ReleaseResult {
    /**
     * This handle held the lock until now and no longer does. One of three things happened:
     *
     * <ul>
     *   <li>The store confirmed the release.
     *   <li>The store left the first request unanswered. It answered a second one that the lock was gone, while the
     *       lease was still proven.
     *   <li>The lock went to the next waiter of this client by hand-off, without a request to the store
     *       ({@link HandOff}).
     * </ul>
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
