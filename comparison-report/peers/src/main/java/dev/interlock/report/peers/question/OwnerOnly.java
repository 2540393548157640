// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;

/** Whether a lock stays held when a client that does not hold it calls release. */
final class OwnerOnly implements Question {

    @Override
    public PeerQuestion text() {
        return new PeerQuestion(
                "OWNER",
                "Does only the owner release it?",
                "B holds it; C, who never had it, and A, who had it before B, call release. Holds if a third client is still refused.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A");
        Client b = stage.client("B");
        Client c = stage.client("C");
        stage.granted(a);
        Stage.await(a.order(OrderKind.RELEASE), Stage.PATIENCE);
        Heard held = stage.granted(b);
        String foreign = "no release without the grant";
        if (stage.peer().can(Ability.FOREIGN_RELEASE)) {
            foreign = "a release by a client without it: "
                    + Client.text(Stage.await(c.order(OrderKind.RELEASE_UNOWNED), Stage.PATIENCE)
                            .told());
        }
        ClientMessage again =
                Stage.await(a.order(OrderKind.RELEASE), Stage.PATIENCE).told();
        long tried = System.nanoTime();
        boolean free = stage.isFree(c, held.nanos());
        String seen = foreign + "; a second release by the former holder: " + Client.text(again)
                + "; then a third client was " + (free ? "granted the lock while it was held" : "refused");
        if (free) {
            stage.scene().violation(tried, System.nanoTime(), "two hold the lock");
        }
        return Finding.of(!free, seen);
    }
}
