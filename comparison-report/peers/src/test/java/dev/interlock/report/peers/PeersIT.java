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

/** Questions that depend on no time, on a real server in real processes. */
final class PeersIT {

    @Test
    @Tag("nightly")
    void questions_have_answers_on_a_real_server() throws InterruptedException {
        assertThat(answers(
                        Set.of("interlock-redis", "redisson-fenced", "shedlock-redis"), Set.of("TOKEN", "TOKEN-LOSS")))
                .containsExactly(
                        "interlock-redis TOKEN " + PeerOutcome.HOLDS,
                        "interlock-redis TOKEN-LOSS " + PeerOutcome.HOLDS,
                        "redisson-fenced TOKEN " + PeerOutcome.HOLDS,
                        "redisson-fenced TOKEN-LOSS " + PeerOutcome.BROKEN,
                        "shedlock-redis TOKEN " + PeerOutcome.INEXPRESSIBLE,
                        "shedlock-redis TOKEN-LOSS " + PeerOutcome.INEXPRESSIBLE);
    }

    @Test
    @Tag("nightly")
    void each_peer_is_asked_about_its_subject_only() throws InterruptedException {
        assertThat(answers(
                        Set.of(
                                "interlock-redis-readwrite",
                                "interlock-redis-semaphore",
                                "interlock-redis-election",
                                "redisson-readwrite",
                                "redisson-semaphore"),
                        Set.of("TOKEN", "RW-TOKEN", "PERMITS-LIMIT", "LEADER-TERM")))
                .containsExactly(
                        "interlock-redis-readwrite RW-TOKEN " + PeerOutcome.HOLDS,
                        "interlock-redis-semaphore PERMITS-LIMIT " + PeerOutcome.HOLDS,
                        "interlock-redis-election LEADER-TERM " + PeerOutcome.HOLDS,
                        "redisson-readwrite RW-TOKEN " + PeerOutcome.INEXPRESSIBLE,
                        "redisson-semaphore PERMITS-LIMIT " + PeerOutcome.BROKEN);
    }

    /** The outcomes of some questions to some peers on Redis. */
    private static List<String> answers(Set<String> ids, Set<String> asked) throws InterruptedException {
        List<Peer> peers = Peers.of("redis").stream()
                .filter(peer -> ids.contains(peer.id()))
                .toList();
        List<Question> questions = Questions.ALL.stream()
                .filter(question -> asked.contains(question.text().id()))
                .toList();
        List<PeerColumn> columns = new ArrayList<>();
        List<PeerCell> cells = new ArrayList<>();
        new StoreRun(peers, questions, Bounds.STANDARD, () -> PeerStore.start("redis"), columns::add, cells::add).run();
        assertThat(columns).extracting(PeerColumn::id).containsExactlyInAnyOrderElementsOf(ids);
        return cells.stream()
                .map(cell -> cell.peer() + " " + cell.question() + " " + cell.outcome())
                .toList();
    }
}
