// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

/** The kinds of orders to a JVM with a client. */
public enum OrderKind {
    /** Closes the previous client, opens a new one, and uses it once. */
    OPEN,
    /** Acquires, within a number of milliseconds. */
    ACQUIRE,
    /** Releases. */
    RELEASE,
    /** Releases a lock that another client holds. */
    RELEASE_UNOWNED,
    /**
     * Checks before each write whether the lock is held, and writes if so, until stopped or until the loss is reported.
     */
    WORK,
    /** Writes without a check. */
    WRITE,
    /** Ends {@link #WORK} and {@link #WRITE}; their answer follows then. */
    STOP,
    /** Interrupts the thread. */
    INTERRUPT,
    /** Makes three threads contend on the board, for a number of milliseconds. */
    CONTEND,
    /** Makes three threads acquire and release so that their holds overlap, for a number of milliseconds. */
    OVERLAP,
    /** Becomes a candidate, and reports a write again and again while its library says that it leads. */
    STAND,
    /** The same with work that ignores interrupts. */
    STAND_DEAF,
    /** Tells whether the library says, now, that the candidate leads. */
    LEADS,
    /** Stops leading, and stays a candidate. */
    STEP_DOWN
}
