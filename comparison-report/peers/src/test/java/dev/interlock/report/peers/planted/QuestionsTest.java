// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.peer.PeerCell;
import dev.interlock.report.peer.PeerOutcome;
import dev.interlock.report.peers.AskedPeers;
import dev.interlock.report.peers.question.Question;
import dev.interlock.report.peers.question.Questions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each question can be answered both ways: a lock that is right holds them all, and each has one that it finds broken. */
final class QuestionsTest {

    /** They wait more than they compute. */
    private static final int AT_ONCE = 4;

    private static final Map<String, Fault> BROKEN_BY = broken();

    private static Map<String, Fault> broken() {
        Map<String, Fault> faults = new LinkedHashMap<>();
        faults.put("EXCL", Fault.GRANTS_WHAT_IS_HELD);
        faults.put("OWNER", Fault.LETS_ANYBODY_RELEASE);
        faults.put("CRASH", Fault.NEVER_EXPIRES);
        faults.put("RENEW", Fault.IS_NOT_RENEWED);
        faults.put("LOSS-PAUSE", Fault.BELIEVES_WITHOUT_LOOKING);
        faults.put("LATE-RELEASE", Fault.LETS_ANYBODY_RELEASE);
        faults.put("TOKEN", Fault.GIVES_ONE_TOKEN_TO_ALL);
        faults.put("FENCE", Fault.GIVES_ONE_TOKEN_TO_ALL);
        faults.put("TOKEN-LOSS", Fault.COUNTS_TOKENS_FROM_ONE);
        faults.put("LOSS-STORE", Fault.BELIEVES_WITHOUT_LOOKING);
        faults.put("LOSS-AT-ONCE", Fault.BELIEVES_WITHOUT_LOOKING);
        faults.put("LIMIT", Fault.WAITS_FOR_THE_STORE_FOREVER);
        faults.put("INTERRUPT", Fault.IS_DEAF_TO_INTERRUPTS);
        faults.put("LOST-REPLY", Fault.RENEWS_WHAT_WAS_NOT_CONFIRMED);
        faults.put("HAND-OVER", Fault.LOOKS_SELDOM);
        faults.put("ORDER", Fault.SERVES_THE_LAST_FIRST);
        faults.put("RW-EXCL", Fault.GRANTS_WHAT_IS_HELD);
        faults.put("RW-OWNER", Fault.LETS_ANYBODY_RELEASE);
        faults.put("RW-CRASH", Fault.RENEWS_ALL_HOLDERS);
        faults.put("RW-RENEW", Fault.IS_NOT_RENEWED);
        faults.put("RW-LOSS-PAUSE", Fault.BELIEVES_WITHOUT_LOOKING);
        faults.put("RW-LATE-RELEASE", Fault.LETS_ANYBODY_RELEASE);
        faults.put("RW-TOKEN", Fault.GIVES_ONE_TOKEN_TO_ALL);
        faults.put("RW-LOST-REPLY", Fault.RENEWS_WHAT_WAS_NOT_CONFIRMED);
        faults.put("RW-TURN", Fault.LETS_READERS_PASS);
        faults.put("PERMITS-EXCL", Fault.GRANTS_WHAT_IS_HELD);
        faults.put("PERMITS-OWNER", Fault.LETS_ANYBODY_RELEASE);
        faults.put("PERMITS-CRASH", Fault.NEVER_EXPIRES);
        faults.put("PERMITS-RENEW", Fault.IS_NOT_RENEWED);
        faults.put("PERMITS-LOSS-PAUSE", Fault.BELIEVES_WITHOUT_LOOKING);
        faults.put("PERMITS-LATE-RELEASE", Fault.LETS_ANYBODY_RELEASE);
        faults.put("PERMITS-LOST-REPLY", Fault.RENEWS_WHAT_WAS_NOT_CONFIRMED);
        faults.put("PERMITS-LIMIT", Fault.TAKES_ANY_LIMIT);
        faults.put("LEADER-CRASH", Fault.NEVER_EXPIRES);
        faults.put("LEADER-DOWN", Fault.LOOKS_SELDOM);
        faults.put("LEADER-PAUSE", Fault.BELIEVES_WITHOUT_LOOKING);
        faults.put("LEADER-CUT", Fault.BELIEVES_WITHOUT_LOOKING);
        faults.put("LEADER-DEAF", Fault.LEADS_UNTIL_ITS_WORK_ENDS);
        faults.put("LEADER-TERM", Fault.GIVES_ONE_TOKEN_TO_ALL);
        return faults;
    }

    @Test
    void each_question_has_a_fault_that_it_must_find() {
        assertThat(Questions.ALL.stream().map(question -> question.text().id()))
                .containsExactlyElementsOf(BROKEN_BY.keySet());
    }

    /** A minute and a half, as they wait for each other's leases, and on a quiet machine only: on a slow one leases end too soon. */
    @Test
    @Tag("matrix")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void a_lock_that_is_right_holds_all_and_a_broken_one_is_found(@TempDir Path directory) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<List<PeerCell>>> right = new ArrayList<>();
            List<Future<List<PeerCell>>> broken = new ArrayList<>();
            for (Question question : Questions.ALL) {
                right.add(threads.submit(() -> ask(Fault.NONE, question, directory)));
                Fault fault = BROKEN_BY.get(question.text().id());
                broken.add(threads.submit(() -> ask(fault, question, directory)));
            }
            assertThat(cells(right))
                    .hasSize(BROKEN_BY.size())
                    .allSatisfy(cell -> assertThat(cell.outcome())
                            .as(cell.question() + ": " + cell.seen())
                            .isEqualTo(PeerOutcome.HOLDS));
            assertThat(cells(broken))
                    .hasSize(BROKEN_BY.size())
                    .allSatisfy(cell -> assertThat(cell.outcome())
                            .as(cell.question() + ": " + cell.seen())
                            .isEqualTo(PeerOutcome.BROKEN))
                    .allSatisfy(cell -> assertThat(cell.timeline()).isNotNull());
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<PeerCell> ask(Fault fault, Question question, Path root) throws Exception {
        Path directory =
                Files.createDirectory(root.resolve(fault + "-" + question.text().id()));
        return AskedPeers.cells(
                PlantedPeers.peer(fault, question.text().subject()), question, () -> new PlantedStore(directory));
    }

    private static Stream<PeerCell> cells(List<Future<List<PeerCell>>> runs) throws Exception {
        List<PeerCell> cells = new ArrayList<>();
        for (Future<List<PeerCell>> run : runs) {
            cells.addAll(run.get(10, TimeUnit.MINUTES));
        }
        return cells.stream();
    }
}
