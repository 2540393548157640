// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

/** What not every peer has. */
public enum Ability {
    /** Waits for a lock that is held; without it, whoever wants to wait tries again and again. */
    WAIT,
    /** Gives a fencing token with a grant. */
    TOKEN,
    /** Tells the holder, asked or unasked, whether it still has the lock. */
    BELIEF,
    /** Has a release that can be called by who holds nothing. */
    FOREIGN_RELEASE,
    /** Promises to serve clients in the order in which they asked. */
    ORDER
}
