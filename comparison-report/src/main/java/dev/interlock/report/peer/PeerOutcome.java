// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

/** What came of a question to a peer. */
public enum PeerOutcome {
    /** The run looked for the fault and did not find it. */
    HOLDS,
    /** The run shows it. */
    BROKEN,
    /** The peer has no means for it, such as a token; the cell says which. */
    INEXPRESSIBLE,
    /** There was no server, or the run came to no end; the cell says why. */
    NOT_RUN
}
