// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.OrderKind;

/** Whether the late release of a holder that was stopped past its lease leaves its successor's lock held. */
final class LateRelease implements Question {

    private final Use use;

    LateRelease(Use use) {
        this.use = use;
    }

    @Override
    public PeerQuestion text() {
        return use.question(
                "LATE-RELEASE",
                "Does a late release leave the successor's {thing} alone?",
                "A {holder} is stopped (SIGSTOP) until {next} has it, continues, and releases. Holds if a third client, which wants what the second has, is refused then.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A", use.held());
        Client c = stage.client("C", use.wanted());
        PausedHolder.Outcome outcome = PausedHolder.play(stage, a, OrderKind.WRITE, stage.client("B", use.wanted()));
        Stage.await(a.order(OrderKind.STOP), Stage.PATIENCE);
        ClientMessage late =
                Stage.await(a.order(OrderKind.RELEASE), Stage.PATIENCE).told();
        if (outcome.successor() == null) {
            return Finding.holds(PausedHolder.stays(stage) + "; its release: " + Client.text(late));
        }
        long tried = System.nanoTime();
        boolean free = stage.isFree(c, outcome.grantedNanos());
        if (free) {
            stage.scene().violation(tried, System.nanoTime(), "two hold the " + use.thing());
        }
        String seen = outcome.whatHappened() + "; the late release: " + Client.text(late) + "; then a third client was "
                + (free ? "granted the " + use.thing() + ", which the second still held" : "refused");
        return Finding.of(!free, seen);
    }
}
