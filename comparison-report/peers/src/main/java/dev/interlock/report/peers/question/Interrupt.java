// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Whether an interrupt ends the wait of a waiter, and the waiter leaves nothing behind. */
final class Interrupt implements Question {

    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration SHORTLY = Duration.ofMillis(500);
    private static final Duration BOUND = Duration.ofSeconds(5);

    @Override
    public PeerQuestion text() {
        return Use.LOCK.question(
                "INTERRUPT",
                "Does a waiter hear an interrupt?",
                "A thread that waits for 30 s is interrupted. Holds if it is back within 5 s, and the lock can be had afterwards.");
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.WAIT);
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A");
        Client b = stage.client("B");
        Client c = stage.client("C");
        stage.granted(a);
        CompletableFuture<Heard> waiting = b.acquire(WAIT);
        Stage.pass(SHORTLY);
        long interrupted = System.nanoTime();
        Stage.await(b.order(OrderKind.INTERRUPT), Stage.PATIENCE);
        @Nullable Heard heard = Stage.within(BOUND, waiting);
        if (heard == null) {
            Stage.await(a.order(OrderKind.RELEASE), Stage.PATIENCE);
            Heard late = Stage.await(waiting, Stage.PATIENCE);
            return Finding.broken("not heard within " + BOUND.toMillis()
                    + " ms; when the lock was released the waiter ended with " + Client.text(late.told()));
        }
        Stage.await(a.order(OrderKind.RELEASE), Stage.PATIENCE);
        boolean free = Stage.await(c.acquire(stage.leaseAndMargin()), Stage.PATIENCE)
                        .told()
                        .kind()
                == Kind.GRANTED;
        return Finding.of(
                free && heard.told().kind() != Kind.GRANTED,
                "heard after " + Stage.millis(interrupted, heard.nanos()) + " ms with " + Client.text(heard.told())
                        + "; after the holder's release the next was " + (free ? "granted" : "not granted")
                        + " the lock");
    }
}
