// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.OrderKind;
import java.util.Set;

/** Whether tokens grow although the store has lost its data. */
final class TokenAfterLoss implements Question {

    private static final int GRANTS = 10;

    @Override
    public PeerQuestion text() {
        return Use.LOCK.question(
                "TOKEN-LOSS",
                "Do tokens grow although the store has lost its data?",
                "After ten grants the store loses all it knows. Holds if the next token is larger than all before: else a guard refuses every new holder.");
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.TOKEN);
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client before = stage.client("A");
        long highest = 0;
        for (int i = 0; i < GRANTS; i++) {
            highest = stage.granted(before).told().number();
            Stage.await(before.order(OrderKind.RELEASE), Stage.PATIENCE);
        }
        before.kill();
        String done = stage.store().loseAll();
        stage.scene().fault(done);
        long token = stage.granted(stage.client("B")).told().number();
        return Finding.of(token > highest, "last token " + highest + "; " + done + "; next token " + token);
    }
}
