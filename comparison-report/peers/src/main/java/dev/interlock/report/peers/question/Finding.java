// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerOutcome;

/**
 * What came of a question.
 *
 * @param outcome what came of it
 * @param seen in words, with milliseconds
 */
public record Finding(PeerOutcome outcome, String seen) {

    static Finding holds(String seen) {
        return new Finding(PeerOutcome.HOLDS, seen);
    }

    static Finding broken(String seen) {
        return new Finding(PeerOutcome.BROKEN, seen);
    }

    static Finding of(boolean holds, String seen) {
        return holds ? holds(seen) : broken(seen);
    }
}
