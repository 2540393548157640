// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Whether clients are served in the order of their requests, where that is promised. */
final class FirstCome implements Question {

    private static final int ROUNDS = 3;
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final Duration APART = Duration.ofMillis(500);

    @Override
    public PeerQuestion text() {
        return Use.LOCK.question(
                "ORDER",
                "Is who asked first served first, where that is promised?",
                "Three clients ask for a lock that is held, half a second apart, and each releases as soon as it has it; three rounds, each in another order. Holds if all are granted it in the order in which they asked. Put only to those whose documentation, or whose developers, promise an order between clients.");
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.WAIT, Ability.ORDER);
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client holder = stage.client("A");
        Map<String, Client> waiters = new LinkedHashMap<>();
        for (String name : List.of("B", "C", "D")) {
            waiters.put(name, stage.client(name));
        }
        List<String> turns = new ArrayList<>(waiters.keySet());
        List<String> seen = new ArrayList<>();
        boolean ordered = true;
        for (int round = 0; round < ROUNDS; round++) {
            List<String> served = serve(stage, holder, waiters, turns);
            ordered &= served.equals(turns);
            seen.add("asked " + String.join(", ", turns) + ", served " + String.join(", ", served));
            Collections.rotate(turns, 1);
        }
        return Finding.of(ordered, String.join("; ", seen));
    }

    /** The clients that were granted the lock, in that order. */
    private static List<String> serve(Stage stage, Client holder, Map<String, Client> waiters, List<String> turns)
            throws Exception {
        stage.granted(holder);
        Map<String, CompletableFuture<Heard>> waiting = new LinkedHashMap<>();
        for (String name : turns) {
            waiting.put(name, client(waiters, name).acquire(WAIT));
            Stage.pass(APART);
        }
        Stage.await(holder.order(OrderKind.RELEASE), Stage.PATIENCE);
        List<String> served = new ArrayList<>();
        while (!waiting.isEmpty()) {
            CompletableFuture.anyOf(waiting.values().toArray(CompletableFuture[]::new))
                    .get(WAIT.toSeconds(), TimeUnit.SECONDS);
            var done = waiting.entrySet().stream()
                    .filter(each -> each.getValue().isDone())
                    .toList();
            for (var each : done) {
                Heard heard = Stage.await(each.getValue(), Stage.PATIENCE);
                if (heard.told().kind() != Kind.GRANTED) {
                    throw new IllegalStateException("a waiter ended with " + Client.text(heard.told()));
                }
                served.add(each.getKey());
                waiting.remove(each.getKey());
                Stage.await(client(waiters, each.getKey()).order(OrderKind.RELEASE), Stage.PATIENCE);
            }
        }
        return served;
    }

    private static Client client(Map<String, Client> waiters, String name) {
        Client client = waiters.get(name);
        if (client == null) {
            throw new IllegalStateException("no client " + name);
        }
        return client;
    }
}
