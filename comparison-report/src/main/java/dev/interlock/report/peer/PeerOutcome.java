// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

/** The outcome of a question to a peer. */
public enum PeerOutcome {
    /** The run looked for the fault and did not find it. */
    HOLDS,
    /** The run shows the fault. */
    BROKEN,
    /** The peer lacks a required feature, such as a token; the cell names it. */
    INEXPRESSIBLE,
    /** There was no server, or the run did not end; the cell states the reason. */
    NOT_RUN
}
