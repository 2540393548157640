// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Candidates.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a leader that has lost its connection for good knows that it leads no more before its successor leads. */
final class LeaderCutOff implements Question {

    @Override
    public PeerQuestion text() {
        return new PeerQuestion(
                "LEADER-CUT",
                PeerSubject.ELECTIONS,
                "Does a leader without a connection know its end before its successor leads?",
                "The connection of the leader is cut and does not come back, while another candidate waits. Holds if that one leads within the lease or session and 8 s, and the former leader's library then says that it leads no more.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.exposedClient("A");
        Client b = stage.client("B");
        Candidates.stand(OrderKind.STAND, a, b);
        long cut = System.nanoTime();
        String done = stage.store().cutOff();
        stage.scene().fault(done);
        @Nullable Write next = Candidates.awaitLeader(List.of(b), cut, stage.leaseAndMargin());
        if (next == null) {
            return Finding.broken(done + "; no other candidate led within "
                    + stage.leaseAndMargin().toMillis() + " ms");
        }
        long together = Candidates.together(stage, a, b, stage.leaseAndMargin());
        return Finding.of(
                together < 0,
                done + "; another led after " + Stage.millis(cut, next.nanos()) + " ms; " + Candidates.words(together));
    }
}
