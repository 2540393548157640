// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Candidates.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a leader whose work ignores its end keeps all others out for ever. */
final class LeaderDeaf implements Question {

    @Override
    public PeerQuestion text() {
        return new PeerQuestion(
                "LEADER-DEAF",
                PeerSubject.ELECTIONS,
                "Has a leader that steps down a successor, although its work goes on?",
                "The leader steps down, and its work ignores the interrupt. Holds if another candidate leads within the lease or session and 8 s, and the former leader's library then says that it leads no more.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A");
        Client b = stage.client("B");
        Candidates.stand(OrderKind.STAND_DEAF, a, b);
        long down = System.nanoTime();
        Stage.await(a.order(OrderKind.STEP_DOWN), Stage.PATIENCE);
        @Nullable Write next = Candidates.awaitLeader(List.of(b), down, stage.leaseAndMargin());
        if (next == null) {
            return Finding.broken("the leader stepped down and its work went on; no other candidate led within "
                    + stage.leaseAndMargin().toMillis() + " ms; the one that stepped down "
                    + (a.leads() ? "still leads, or leads again" : "does not lead either"));
        }
        long together = Candidates.together(stage, a, b, stage.leaseAndMargin());
        return Finding.of(
                together < 0,
                "the work went on; another led after " + Stage.millis(down, next.nanos()) + " ms; "
                        + Candidates.words(together));
    }
}
