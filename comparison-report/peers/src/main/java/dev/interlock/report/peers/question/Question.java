// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import java.util.Set;

/** A question about a peer, answered by a run. */
public interface Question {

    /** {@return its id, the question, and what the run does} */
    PeerQuestion text();

    /** {@return the abilities without which a peer cannot be asked} */
    default Set<Ability> needs() {
        return Set.of();
    }

    /** {@return whether the resource refuses older tokens} */
    default boolean isGuarded() {
        return false;
    }

    /**
     * Runs the question.
     *
     * @param stage the stage to use
     * @return the result
     * @throws Exception if the run did not end, so it shows nothing
     */
    Finding ask(Stage stage) throws Exception;
}
