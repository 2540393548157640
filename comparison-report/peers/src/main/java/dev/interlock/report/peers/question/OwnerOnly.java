// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;

/** Whether a lock stays held when a client that does not hold it calls release. */
final class OwnerOnly implements Question {

    private final Use use;

    OwnerOnly(Use use) {
        this.use = use;
    }

    @Override
    public PeerQuestion text() {
        return use.question(
                "OWNER",
                "Does only the owner release it?",
                "B {holds}; C, who never did, and A, who did before B, call release. Holds if {next} is still refused.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A", use.held());
        Client b = stage.client("B", use.held());
        Client c = stage.client("C", use.held());
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
        boolean free = stage.isFree(c.wanting(use.wanted()), held.nanos());
        String seen = foreign + "; a second release by the former holder: " + Client.text(again)
                + "; then a third client was "
                + (free ? "granted the " + use.thing() + " while it was held" : "refused");
        if (free) {
            stage.scene().violation(tried, System.nanoTime(), "two hold the " + use.thing());
        }
        return Finding.of(!free, seen);
    }
}
