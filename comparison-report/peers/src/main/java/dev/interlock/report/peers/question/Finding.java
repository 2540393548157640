// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerOutcome;

/**
 * The result of a question.
 *
 * @param outcome the outcome
 * @param seen the observation in words, with milliseconds
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
