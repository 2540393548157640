// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/** Features that not every peer has. */
public enum Ability {
    /** Waits for a lock that is held; without it, a caller tries repeatedly. */
    WAIT,
    /** Returns a fencing token with a grant. */
    TOKEN,
    /** Shows the holder, on request or by a report, whether it still has the lock. */
    BELIEF,
    /** Has a release that a caller can call without a hold. */
    FOREIGN_RELEASE,
    /** Promises to serve clients in the order of their requests. */
    ORDER
}
