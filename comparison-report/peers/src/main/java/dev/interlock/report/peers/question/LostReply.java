// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;

/** Whether the lock is free again after the reply of an acquire was lost. */
final class LostReply implements Question {

    private static final Duration LIMIT = Duration.ofSeconds(3);

    @Override
    public PeerQuestion text() {
        return new PeerQuestion(
                "LOST-REPLY",
                "Is the lock free again when the reply of an acquire was lost?",
                "The store grants the lock, the reply is lost and the connection reset; who was granted it after all releases it. Holds if another client has it within the lease and 8 s.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.exposedClient("A");
        Client b = stage.client("B");
        stage.store().loseReply(stage.peer().grants());
        ClientMessage told = Stage.await(a.acquire(LIMIT), Stage.PATIENCE).told();
        if (!stage.store().hasLostReply()) {
            throw new IllegalStateException("no request was seen to lose the reply of");
        }
        stage.scene().fault("reply of the acquire lost");
        String seen = "the acquire ended with " + Client.text(told);
        if (told.kind() == Kind.GRANTED) {
            seen += ", its release with "
                    + Client.text(Stage.await(a.order(OrderKind.RELEASE), Stage.PATIENCE)
                            .told());
        }
        stage.store().heal();
        long since = System.nanoTime();
        Heard next = Stage.await(b.acquire(stage.leaseAndMargin()), Stage.PATIENCE);
        boolean granted = next.told().kind() == Kind.GRANTED;
        return Finding.of(
                granted,
                seen + "; another client was " + (granted ? "granted it " : "not granted it for ")
                        + Stage.millis(since, next.nanos()) + " ms" + (granted ? " later" : ""));
    }
}
