// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** How an explicit renewal ended. */
public enum RenewResult {
    /** The store confirmed it: the lease runs anew, from when the request was sent. */
    RENEWED,
    /** The lock is no longer ours; the handle is {@link HandleState#LOST} (or was released before). */
    NOT_HELD,
    /** The store did not answer: {@link LockHandle#remaining} still counts from the last proven lease. */
    UNKNOWN
}
