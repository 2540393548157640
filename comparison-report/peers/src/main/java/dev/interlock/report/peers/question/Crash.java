// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Whether another client gets what a killed holder had. */
final class Crash implements Question {

    private static final Duration SHORTLY = Duration.ofMillis(300);

    private final Use use;

    Crash(Use use) {
        this.use = use;
    }

    @Override
    public PeerQuestion text() {
        return use.question(
                "CRASH",
                "Is a killed {holder} succeeded within its lease?",
                "The {holder} is killed (SIGKILL) while {next} waits. Holds if that one is granted the {thing} within the lease or session and 8 s.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A", use.held());
        Client b = stage.client("B", use.wanted());
        stage.granted(a);
        CompletableFuture<Heard> next = b.acquire(stage.leaseAndMargin());
        Stage.pass(SHORTLY);
        if (next.isDone()) {
            throw new IllegalStateException("the " + use.thing() + " was not held");
        }
        long killed = System.nanoTime();
        a.kill();
        Heard heard = Stage.await(next, Stage.PATIENCE);
        boolean granted = heard.told().kind() == Kind.GRANTED;
        long millis = Stage.millis(killed, heard.nanos());
        return Finding.of(
                granted,
                granted
                        ? "the next was granted it " + millis + " ms after the kill (lease "
                                + stage.lease().toMillis() + " ms)"
                        : "no client was granted it within " + millis + " ms after the kill: "
                                + Client.text(heard.told()));
    }
}
