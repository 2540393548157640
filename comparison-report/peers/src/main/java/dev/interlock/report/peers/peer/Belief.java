// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

/** What a peer tells a holder of its lock. */
public enum Belief {
    /** It is held. */
    HELD,
    /** It is not known for the moment: a careful holder does not write now. */
    UNSURE,
    /** It is gone. */
    LOST
}
