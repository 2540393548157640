// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.peers.client.Order.Verb;

/** The orders for a lock. */
public enum OrderKind {
    /** Releases. */
    RELEASE(Verb.RELEASE),
    /** Releases a lock that another client holds. */
    RELEASE_UNOWNED(Verb.RELEASE_UNOWNED),
    /** Writes, with a check before each write whether the lock is held. */
    WORK(Verb.WORK),
    /** Writes without a check. */
    WRITE(Verb.WRITE),
    /** Ends {@link #WORK} and {@link #WRITE}. */
    STOP(Verb.STOP),
    /** Interrupts the thread. */
    INTERRUPT(Verb.INTERRUPT);

    private final Verb verb;

    OrderKind(Verb verb) {
        this.verb = verb;
    }

    Verb verb() {
        return verb;
    }
}
