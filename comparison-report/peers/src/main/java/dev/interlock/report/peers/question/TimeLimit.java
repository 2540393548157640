// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Whether a try with a time limit returns within the limit while the server does not answer. */
final class TimeLimit implements Question {

    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final Duration BEYOND = Duration.ofSeconds(2);

    @Override
    public PeerQuestion text() {
        return Use.LOCK.question(
                "LIMIT",
                "Does a try with a limit come back by it while the server does not answer?",
                "The server is stopped (SIGSTOP) and a client tries for 2 s. Holds if the call is back within 4 s, with whatever answer.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A");
        Duration observed = LIMIT.plus(BEYOND).plus(stage.margin().multipliedBy(2));
        stage.store().freeze();
        long asked = System.nanoTime();
        stage.scene().fault("server stopped");
        @Nullable Heard heard;
        CompletableFuture<Heard> answer;
        try {
            answer = a.acquire(LIMIT);
            heard = Stage.within(observed, answer);
        } finally {
            stage.store().thaw();
            stage.scene().fault("server goes on");
        }
        if (heard == null) {
            Stage.within(Duration.ofSeconds(30), answer);
            return Finding.broken("limit " + LIMIT.toMillis() + " ms: not back after " + observed.toMillis() + " ms");
        }
        long millis = Stage.millis(asked, heard.nanos());
        return Finding.of(
                millis <= LIMIT.plus(BEYOND).toMillis() && heard.told().kind() != Kind.GRANTED,
                "limit " + LIMIT.toMillis() + " ms: back after " + millis + " ms with " + Client.text(heard.told()));
    }
}
