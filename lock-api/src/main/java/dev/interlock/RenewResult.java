// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** The result of an explicit renewal. */
public enum RenewResult {
    /** The store confirmed the renewal. The new lease counts from when the request was sent. */
    RENEWED,
    /** The lock is no longer held. The handle is {@link HandleState#LOST}, or was released before. */
    NOT_HELD,
    /** The store did not answer. {@link LockHandle#remaining} still counts from the last proven lease. */
    UNKNOWN
}
