// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.peer.Ability;
import java.util.Set;

/** A question to a peer. */
public interface Question {

    /** {@return its id, what it asks, and what the run does} */
    PeerQuestion text();

    /** {@return what a peer must have, or the question cannot be put to it} */
    default Set<Ability> needs() {
        return Set.of();
    }

    /** {@return whether the resource refuses older tokens} */
    default boolean isGuarded() {
        return false;
    }

    /**
     * Puts it.
     *
     * @param stage where
     * @return what came of it
     * @throws Exception if the run came to no end, so nothing is shown
     */
    Finding ask(Stage stage) throws Exception;
}
