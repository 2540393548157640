// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.OrderKind;

/** Whether the late release of a holder that was stopped past its lease leaves its successor's lock held. */
final class LateRelease implements Question {

    @Override
    public PeerQuestion text() {
        return new PeerQuestion(
                "LATE-RELEASE",
                "Does a late release leave the successor's lock alone?",
                "A holder is stopped (SIGSTOP) until another client has the lock, goes on, and releases. Holds if a third client is refused then.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A");
        Client c = stage.client("C");
        PausedHolder.Outcome outcome = PausedHolder.play(stage, a, OrderKind.WRITE);
        Stage.await(a.order(OrderKind.STOP), Stage.PATIENCE);
        ClientMessage late =
                Stage.await(a.order(OrderKind.RELEASE), Stage.PATIENCE).told();
        if (outcome.successor() == null) {
            return Finding.holds(PausedHolder.nobody(stage) + "; its release: " + Client.text(late));
        }
        long tried = System.nanoTime();
        boolean free = stage.isFree(c, outcome.grantedNanos());
        if (free) {
            stage.scene().violation(tried, System.nanoTime(), "two hold the lock");
        }
        String seen = outcome.whatHappened() + "; the late release: " + Client.text(late) + "; then a third client was "
                + (free ? "granted the lock, which the second still held" : "refused");
        return Finding.of(!free, seen);
    }
}
