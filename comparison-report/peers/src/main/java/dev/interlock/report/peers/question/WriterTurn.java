// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Part;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Whether a writer gets its turn while there are always readers. */
final class WriterTurn implements Question {

    private static final Duration READING = Duration.ofSeconds(15);
    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final Duration SHORTLY = Duration.ofSeconds(1);

    @Override
    public PeerQuestion text() {
        return Use.READER.question(
                "TURN",
                "Does a writer get its turn while readers come all the time?",
                "Two JVMs with three readers each acquire, read for 300 ms, release and acquire again, so that their reads overlap. A writer waits for 10 s. Holds if it is granted the lock.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A", Part.READ);
        Client b = stage.client("B", Part.READ);
        Client c = stage.client("C", Part.WRITE);
        CompletableFuture<ClientMessage> first = a.overlap(READING);
        CompletableFuture<ClientMessage> second = b.overlap(READING);
        Stage.pass(SHORTLY);
        long asked = System.nanoTime();
        Heard heard = Stage.await(c.acquire(BOUND), Stage.PATIENCE);
        boolean granted = heard.told().kind() == Kind.GRANTED;
        if (heard.told().kind() == Kind.FAILED) {
            throw new IllegalStateException("the writer ended with " + Client.text(heard.told()));
        }
        if (granted) {
            Stage.await(c.order(OrderKind.RELEASE), Stage.PATIENCE);
        }
        long reads = reads(first) + reads(second);
        return Finding.of(
                granted,
                "six readers in two JVMs read " + reads + " times within " + READING.toMillis() + " ms; the writer was "
                        + (granted ? "granted the lock after " : "not granted it for ")
                        + Stage.millis(asked, heard.nanos()) + " ms");
    }

    private static long reads(CompletableFuture<ClientMessage> done) throws InterruptedException {
        ClientMessage told = Stage.await(done, Stage.PATIENCE);
        if (told.kind() != Kind.DONE) {
            throw new IllegalStateException("the readers ended with " + Client.text(told));
        }
        return told.number();
    }
}
