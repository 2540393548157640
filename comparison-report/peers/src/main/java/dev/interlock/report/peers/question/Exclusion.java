// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Part;
import dev.interlock.report.contention.round.Board;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Whether more are ever inside together than may be, while there are no faults. */
final class Exclusion implements Question {

    private static final Duration LENGTH = Duration.ofSeconds(3);

    private final PeerQuestion text;
    private final Part part;

    private Exclusion(PeerQuestion text, Part part) {
        this.text = text;
        this.part = part;
    }

    static Exclusion ofLocks() {
        return new Exclusion(
                Use.LOCK.question(
                        "EXCL",
                        "Do two ever hold it at once while nothing is wrong?",
                        "Two JVMs with three threads each acquire, step into memory that both share, stay for 2 ms, leave and release, for 3 s. Holds if no two threads are there together."),
                Part.LOCK);
    }

    static Exclusion ofReadersAndWriters() {
        return new Exclusion(
                Use.READER.question(
                        "EXCL",
                        "Is a writer always alone while nothing is wrong?",
                        "Two JVMs with two readers and a writer each acquire, step into memory that both share, stay for 2 ms, leave and release, for 3 s. Holds if no writer meets another holder there."),
                Part.READ);
    }

    static Exclusion ofPermits() {
        return new Exclusion(
                Use.PERMIT.question(
                        "EXCL",
                        "Are there never more holders than permits while nothing is wrong?",
                        "Two JVMs with three threads each acquire one of two permits, step into memory that both share, stay for 2 ms, leave and release, for 3 s. Holds if never a third is there."),
                Part.PERMIT_OF_TWO);
    }

    @Override
    public PeerQuestion text() {
        return text;
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A", part);
        Client b = stage.client("B", part);
        Board.map(stage.board()).clear();
        CompletableFuture<ClientMessage> first = a.contend(LENGTH);
        CompletableFuture<ClientMessage> second = b.contend(LENGTH);
        List<ClientMessage> told = List.of(Stage.await(first, Stage.PATIENCE), Stage.await(second, Stage.PATIENCE));
        List<ClientMessage> done =
                told.stream().filter(each -> each.kind() == Kind.DONE).toList();
        long grants = done.stream().mapToLong(ClientMessage::number).sum();
        long violations =
                done.stream().mapToLong(each -> Long.parseLong(each.text())).sum();
        if (violations == 0 && done.size() < told.size()) {
            throw new IllegalStateException(
                    "contention ended: " + told.stream().map(Client::text).toList());
        }
        if (grants == 0) {
            throw new IllegalStateException("no client was granted anything");
        }
        return Finding.of(
                violations == 0,
                grants + " grants in two JVMs with three threads each; "
                        + (violations == 0
                                ? "no holder met another that it excludes"
                                : violations + " of them met another that they exclude"));
    }
}
