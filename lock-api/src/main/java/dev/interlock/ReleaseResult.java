// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** How a release ended. */
public enum ReleaseResult {
    /**
     * The lock was ours until now and is free: the store confirmed it, or confirmed at a second request that it is gone
     * while the lease of a first, unanswered one was still proven.
     */
    RELEASED,
    /**
     * The lock was no longer ours: it had expired or been taken, and another holder may have been inside. Nothing was
     * changed.
     */
    NOT_HELD,
    /** The store did not answer: the lock may stay taken for at most its lease; the client keeps trying to free it. */
    UNKNOWN
}
