// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.peers.client.Order.Verb;

/** What a client can be told to do with a lock. */
public enum OrderKind {
    /** Releases. */
    RELEASE(Verb.RELEASE),
    /** Releases what somebody else holds. */
    RELEASE_UNOWNED(Verb.RELEASE_UNOWNED),
    /** Asks before each write whether the lock is held. */
    WORK(Verb.WORK),
    /** Writes without asking. */
    WRITE(Verb.WRITE),
    /** Ends both. */
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
