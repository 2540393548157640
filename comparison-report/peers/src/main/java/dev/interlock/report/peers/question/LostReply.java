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

    private final Use use;

    LostReply(Use use) {
        this.use = use;
    }

    @Override
    public PeerQuestion text() {
        return use.question(
                "LOST-REPLY",
                "Is the {thing} free again when the reply of an acquire was lost?",
                "After one acquisition and release, the store grants the {thing} again, the reply is lost and the connection reset; the client that was granted it after all releases it. Holds if {next} has it within the lease and 8 s.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.exposedClient("A", use.held());
        Client b = stage.client("B", use.wanted());
        // What the first use of a name sends besides must not be taken for the request that grants.
        stage.granted(a);
        Stage.await(a.order(OrderKind.RELEASE), Stage.PATIENCE);
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
