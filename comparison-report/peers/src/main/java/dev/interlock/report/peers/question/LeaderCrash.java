// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Candidates.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a killed leader has a successor. */
final class LeaderCrash implements Question {

    @Override
    public PeerQuestion text() {
        return new PeerQuestion(
                "LEADER-CRASH",
                PeerSubject.ELECTIONS,
                "Has a killed leader a successor within its lease?",
                "The leader is killed (SIGKILL) while another candidate waits. Holds if that one leads within the lease or session and 8 s.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A");
        Client b = stage.client("B");
        Candidates.stand(OrderKind.STAND, a, b);
        long killed = System.nanoTime();
        a.kill();
        @Nullable Write next = Candidates.awaitLeader(List.of(b), killed, stage.leaseAndMargin());
        return next == null
                ? Finding.broken(
                        "no candidate led within " + stage.leaseAndMargin().toMillis() + " ms after the kill")
                : Finding.holds("the next led " + Stage.millis(killed, next.nanos()) + " ms after the kill (lease "
                        + stage.lease().toMillis() + " ms)");
    }
}
