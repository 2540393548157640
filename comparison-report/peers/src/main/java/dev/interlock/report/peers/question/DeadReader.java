// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Part;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import java.util.concurrent.CompletableFuture;

/** Whether the share of a killed reader ends by itself, although another reader lives on. */
final class DeadReader implements Question {

    @Override
    public PeerQuestion text() {
        return Use.READER.question(
                "CRASH",
                "Does the share of a killed reader end, although another reader lives on?",
                "Two clients read, one of them is killed (SIGKILL), and a writer waits. The other reader releases when the lease or session of the killed one and 8 s are over. Holds if the writer is refused until then, and granted the lock within half a lease after.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A", Part.READ);
        Client b = stage.client("B", Part.READ);
        Client c = stage.client("C", Part.WRITE);
        stage.granted(a);
        stage.granted(b);
        long killed = System.nanoTime();
        a.kill();
        CompletableFuture<Heard> writer = c.acquire(stage.leaseAndMargin().multipliedBy(3));
        Stage.pass(stage.leaseAndMargin());
        if (writer.isDone()) {
            Heard early = Stage.await(writer, Stage.PATIENCE);
            if (early.told().kind() != Kind.GRANTED) {
                throw new IllegalStateException("the writer ended with " + Client.text(early.told()));
            }
            stage.scene().violation(early.nanos(), System.nanoTime(), "a reader and a writer hold the lock");
            return Finding.broken("the writer was granted the lock " + Stage.millis(killed, early.nanos())
                    + " ms after the kill, while the other reader had it");
        }
        long released = System.nanoTime();
        Stage.await(b.order(OrderKind.RELEASE), Stage.PATIENCE);
        Heard granted = Stage.await(writer, Stage.PATIENCE);
        long millis = Stage.millis(released, granted.nanos());
        boolean had = granted.told().kind() == Kind.GRANTED;
        return Finding.of(
                had && millis <= stage.lease().toMillis() / 2,
                "one of two readers killed, the other released " + Stage.millis(killed, released) + " ms later (lease "
                        + stage.lease().toMillis() + " ms); the writer was "
                        + (had ? "granted the lock " : "not granted it (" + Client.text(granted.told()) + ") ") + millis
                        + " ms after that release");
    }
}
