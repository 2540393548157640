// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A holder that works, is stopped past its lease, and continues when another client has the lock. */
final class PausedHolder {

    private PausedHolder() {}

    /**
     * The course of events.
     *
     * @param successor the client that was granted the lock meanwhile; null if there was none
     * @param grantedNanos when the successor was granted the lock
     * @param pausedNanos when the holder was stopped
     * @param resumedNanos when the holder continued
     */
    record Outcome(@Nullable Client successor, long grantedNanos, long pausedNanos, long resumedNanos) {

        String whatHappened() {
            return "stopped for " + Stage.millis(pausedNanos, resumedNanos) + " ms; another was granted it after "
                    + Stage.millis(pausedNanos, grantedNanos) + " ms";
        }
    }

    /** Runs it: the holder works in the given way, and the other client follows it and writes. */
    static Outcome play(Stage stage, Client holder, OrderKind work, Client other) throws InterruptedException {
        stage.granted(holder);
        CompletableFuture<Heard> working = holder.order(work);
        // Right after a write, so that the holder is not stopped during a check, which may be within a transaction.
        awaitWrite(holder, 0);
        awaitWrite(holder, System.nanoTime());
        long paused = System.nanoTime();
        Client.Pause pause = holder.pause();
        try {
            @Nullable
            Heard next = Stage.within(stage.leaseAndMargin().multipliedBy(2), other.acquire(stage.leaseAndMargin()));
            if (next == null || next.told().kind() != Kind.GRANTED) {
                return new Outcome(null, 0, paused, System.nanoTime());
            }
            if (working.isDone()) {
                throw new IllegalStateException("the holder ended its work before it was stopped");
            }
            CompletableFuture<Heard> successorWorks = other.order(OrderKind.WRITE);
            awaitWrite(other, 0);
            Stage.await(other.order(OrderKind.STOP), Stage.PATIENCE);
            Stage.await(successorWorks, Stage.PATIENCE);
            return new Outcome(other, next.nanos(), paused, System.nanoTime());
        } finally {
            pause.end();
        }
    }

    /** Waits until a client has written once more. */
    static void awaitWrite(Client client, long sinceNanos) throws InterruptedException {
        long end = System.nanoTime() + Stage.PATIENCE.toNanos();
        while (client.heard(ClientMessage.Kind.WROTE, sinceNanos).isEmpty()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the holder did not write");
            }
            Stage.pass(Duration.ofMillis(5));
        }
    }

    /** The text of a cell if no other client was granted the lock. */
    static String stays(Stage stage) {
        return "no other client was granted it for " + stage.leaseAndMargin().toMillis()
                + " ms: it stays with the stopped process";
    }
}
