// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import java.util.Set;

/** Whether a guard on the token refuses the late write of a holder that was stopped past its lease. */
final class Fence implements Question {

    @Override
    public PeerQuestion text() {
        return Use.LOCK.question(
                "FENCE",
                "Does a guard on the token refuse the late write of a stopped holder?",
                "As LOSS-PAUSE, but the holder writes without asking, and the resource refuses tokens that are older than one it has seen. Holds if it refuses all late writes.");
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.TOKEN);
    }

    @Override
    public boolean isGuarded() {
        return true;
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A");
        PausedHolder.Outcome outcome = PausedHolder.play(stage, a, OrderKind.WRITE, stage.client("B"));
        if (outcome.successor() == null) {
            Stage.await(a.order(OrderKind.STOP), Stage.PATIENCE);
            return Finding.holds(PausedHolder.stays(stage));
        }
        PausedHolder.awaitWrite(a, outcome.resumedNanos());
        Stage.await(a.order(OrderKind.STOP), Stage.PATIENCE);
        int late = a.heard(Kind.WROTE, outcome.resumedNanos()).size();
        int refused = stage.resource().refused();
        return Finding.of(
                refused == late,
                outcome.whatHappened() + "; a resource that refuses older tokens refused " + refused + " of its " + late
                        + " late writes");
    }
}
