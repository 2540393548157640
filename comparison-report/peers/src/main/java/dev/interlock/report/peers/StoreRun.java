// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.contender.Peer;
import dev.interlock.report.peer.PeerCell;
import dev.interlock.report.peer.PeerColumn;
import dev.interlock.report.peer.PeerOutcome;
import dev.interlock.report.peers.client.ClientHost;
import dev.interlock.report.peers.question.Bounds;
import dev.interlock.report.peers.question.Finding;
import dev.interlock.report.peers.question.Question;
import dev.interlock.report.peers.question.Scene;
import dev.interlock.report.peers.question.Stage;
import dev.interlock.report.peers.store.PeerStore;
import dev.interlock.testbed.os.RunDirectory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** Runs the questions on the peers of one store, one after the other. Used by one thread. */
final class StoreRun {

    private final List<Peer> peers;
    private final List<Question> questions;
    private final Bounds bounds;
    private final Supplier<PeerStore> opener;
    private final Consumer<PeerColumn> columns;
    private final Consumer<PeerCell> cells;

    StoreRun(
            List<Peer> peers,
            List<Question> questions,
            Bounds bounds,
            Supplier<PeerStore> opener,
            Consumer<PeerColumn> columns,
            Consumer<PeerCell> cells) {
        this.peers = peers;
        this.questions = questions;
        this.bounds = bounds;
        this.opener = opener;
        this.columns = columns;
        this.cells = cells;
    }

    void run() throws InterruptedException {
        try (PeerStore store = opener.get()) {
            for (Peer peer : peers) {
                columns.accept(column(peer, store.source()));
                run(peer, store);
            }
        } catch (TestAbortedException e) {
            for (Peer peer : peers) {
                String why = String.valueOf(e.getMessage());
                columns.accept(column(peer, why));
                questionsTo(peer)
                        .forEach(question ->
                                cells.accept(cell(peer, question, new Finding(PeerOutcome.NOT_RUN, why), null)));
            }
        }
    }

    private List<Question> questionsTo(Peer peer) {
        return questions.stream()
                .filter(question -> question.text().subject() == peer.subject())
                .toList();
    }

    private static PeerColumn column(Peer peer, String server) {
        return new PeerColumn(peer.id(), peer.store(), peer.subject(), peer.title(), peer.configuration(), server);
    }

    private void run(Peer peer, PeerStore store) throws InterruptedException {
        Map<String, ClientHost> hosts = new HashMap<>();
        Path board = RunDirectory.ofThisJvm().create("board").resolve("board");
        try {
            for (Question question : questionsTo(peer)) {
                Scene scene = new Scene();
                Finding finding = missing(peer, question);
                boolean asked = finding == null;
                if (finding == null) {
                    finding = ask(
                            question,
                            new Stage(question, peer, store, bounds.atLeast(peer.leastLease()), board, hosts, scene));
                    store.heal();
                }
                cells.accept(cell(peer, question, finding, asked ? scene : null));
                if (finding.outcome() == PeerOutcome.NOT_RUN) {
                    // Operations that did not end may still be under way in these JVMs.
                    hosts.values().forEach(ClientHost::close);
                }
            }
        } finally {
            hosts.values().forEach(ClientHost::close);
        }
    }

    private static @Nullable Finding missing(Peer peer, Question question) {
        Set<Ability> missing =
                question.needs().stream().filter(ability -> !peer.can(ability)).collect(Collectors.toSet());
        if (missing.isEmpty()) {
            return null;
        }
        String why = missing.stream().map(StoreRun::why).collect(Collectors.joining("; "));
        return new Finding(PeerOutcome.INEXPRESSIBLE, why);
    }

    private static String why(Ability missing) {
        return switch (missing) {
            case WAIT -> "it tries once and never waits";
            case TOKEN -> "a grant has no fencing token";
            case BELIEF -> "a holder can neither ask nor is it told whether it still has the lock";
            case FOREIGN_RELEASE -> "a release needs the grant";
            case ORDER -> "no order between clients is promised";
        };
    }

    private static Finding ask(Question question, Stage stage) throws InterruptedException {
        try {
            return question.ask(stage);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new Finding(PeerOutcome.NOT_RUN, "the run came to no end: " + e.getMessage());
        }
    }

    private static PeerCell cell(Peer peer, Question question, Finding finding, @Nullable Scene scene) {
        String id = question.text().id();
        return new PeerCell(
                peer.id(),
                id,
                finding.outcome(),
                finding.seen(),
                finding.outcome() == PeerOutcome.HOLDS ? "" : peer.notes().getOrDefault(id, ""),
                "./mvnw -B -Ppeers package -pl comparison-report/peers -am -Dpeers.args=\"--peer " + peer.id()
                        + " --question " + id + "\"",
                scene == null ? null : scene.timeline());
    }
}
