// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Whether a waiter is granted the lock soon after a release, and in which order. */
final class HandOver implements Question {

    private static final int ROUNDS = 5;
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration APART = Duration.ofMillis(300);
    private static final Duration BOUND = Duration.ofSeconds(1);

    @Override
    public PeerQuestion text() {
        return Use.LOCK.question(
                "HAND-OVER",
                "Is who waits granted the lock soon after a release?",
                "Two clients wait, one after the other, and the holder releases; five rounds. Holds if half of the waits end within a second of the release. That the first is served first is a fact beside it: not all promise that.");
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.WAIT);
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A");
        List<Client> waiters = List.of(stage.client("B"), stage.client("C"));
        List<Long> delays = new ArrayList<>();
        int inOrder = 0;
        for (int round = 0; round < ROUNDS; round++) {
            stage.granted(a);
            Client first = waiters.get(round % 2);
            Client second = waiters.get(1 - round % 2);
            CompletableFuture<Heard> firstWaits = first.acquire(WAIT);
            Stage.pass(APART);
            CompletableFuture<Heard> secondWaits = second.acquire(WAIT);
            Stage.pass(APART);
            long released = System.nanoTime();
            Stage.await(a.order(OrderKind.RELEASE), Stage.PATIENCE);
            CompletableFuture.anyOf(firstWaits, secondWaits).get(WAIT.toSeconds(), TimeUnit.SECONDS);
            boolean ordered = firstWaits.isDone();
            inOrder += ordered ? 1 : 0;
            Heard next = Stage.await(ordered ? firstWaits : secondWaits, Stage.PATIENCE);
            granted(next);
            delays.add(Stage.millis(released, next.nanos()));
            Stage.await((ordered ? first : second).order(OrderKind.RELEASE), Stage.PATIENCE);
            granted(Stage.await(ordered ? secondWaits : firstWaits, Stage.PATIENCE));
            Stage.await((ordered ? second : first).order(OrderKind.RELEASE), Stage.PATIENCE);
        }
        List<Long> sorted = delays.stream().sorted().toList();
        return Finding.of(
                sorted.get(ROUNDS / 2) <= BOUND.toMillis(),
                "granted after " + delays + " ms; the first who waited was the first in " + inOrder + " of " + ROUNDS
                        + " rounds");
    }

    private static void granted(Heard heard) {
        if (heard.told().kind() != Kind.GRANTED) {
            throw new IllegalStateException("a waiter ended with " + Client.text(heard.told()));
        }
    }
}
