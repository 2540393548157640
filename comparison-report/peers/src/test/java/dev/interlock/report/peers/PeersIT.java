// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.contender.Peer;
import dev.interlock.report.contender.Peers;
import dev.interlock.report.peer.PeerCell;
import dev.interlock.report.peer.PeerColumn;
import dev.interlock.report.peer.PeerOutcome;
import dev.interlock.report.peers.question.Bounds;
import dev.interlock.report.peers.question.Question;
import dev.interlock.report.peers.question.Questions;
import dev.interlock.report.peers.store.PeerStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two questions that depend on no time, to Interlock, to a peer with tokens and to one without, on a real server in real processes. */
final class PeersIT {

    private static final Set<String> PEERS = Set.of("interlock-redis", "redisson-fenced", "shedlock-redis");
    private static final Set<String> QUESTIONS = Set.of("TOKEN", "TOKEN-LOSS");

    @Test
    @Tag("nightly")
    void questions_have_answers_on_a_real_server() throws InterruptedException {
        List<Peer> peers = Peers.of("redis").stream()
                .filter(peer -> PEERS.contains(peer.id()))
                .toList();
        List<Question> questions = Questions.ALL.stream()
                .filter(question -> QUESTIONS.contains(question.text().id()))
                .toList();
        List<PeerColumn> columns = new ArrayList<>();
        List<PeerCell> cells = new ArrayList<>();
        new StoreRun(peers, questions, Bounds.STANDARD, () -> PeerStore.start("redis"), columns::add, cells::add).run();
        assertThat(columns).extracting(PeerColumn::id).containsExactlyInAnyOrderElementsOf(PEERS);
        assertThat(cells)
                .extracting(cell -> cell.peer() + " " + cell.question() + " " + cell.outcome())
                .as(cells.toString())
                .containsExactly(
                        "interlock-redis TOKEN " + PeerOutcome.HOLDS,
                        "interlock-redis TOKEN-LOSS " + PeerOutcome.HOLDS,
                        "redisson-fenced TOKEN " + PeerOutcome.HOLDS,
                        "redisson-fenced TOKEN-LOSS " + PeerOutcome.BROKEN,
                        "shedlock-redis TOKEN " + PeerOutcome.INEXPRESSIBLE,
                        "shedlock-redis TOKEN-LOSS " + PeerOutcome.INEXPRESSIBLE);
    }
}
