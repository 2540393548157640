// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Candidates.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a leader that steps down has a successor soon, and never two lead. */
final class LeaderStepsDown implements Question {

    private static final int ROUNDS = 5;
    private static final Duration BOUND = Duration.ofSeconds(1);
    private static final Duration APART = Duration.ofSeconds(2);

    @Override
    public PeerQuestion text() {
        return new PeerQuestion(
                "LEADER-DOWN",
                PeerSubject.ELECTIONS,
                "Has a leader that steps down a successor soon, and never beside it?",
                "Of three candidates the leader steps down, and stays a candidate; five rounds. Holds if half of the successors lead within a second, and no two lead at once.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        List<Client> all = List.of(stage.client("A"), stage.client("B"), stage.client("C"));
        Candidates.stand(OrderKind.STAND, all.get(0), all.get(1), all.get(2));
        Client leader = all.get(0);
        List<Long> delays = new ArrayList<>();
        long together = -1;
        int again = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Client former = leader;
            List<Client> others = all.stream().filter(each -> each != former).toList();
            long down = System.nanoTime();
            Stage.await(former.order(OrderKind.STEP_DOWN), Stage.PATIENCE);
            @Nullable Write next = Candidates.awaitLeader(others, down, stage.leaseAndMargin());
            if (next == null && !former.leads()) {
                return Finding.broken("the leader stepped down, and no candidate led within "
                        + stage.leaseAndMargin().toMillis() + " ms");
            }
            if (next == null) {
                again++;
                delays.add(stage.leaseAndMargin().toMillis());
                continue;
            }
            delays.add(Stage.millis(down, next.nanos()));
            leader = next.leader();
            together = Math.max(together, Candidates.together(stage, former, leader, APART));
            Stage.pass(APART);
        }
        List<Long> sorted = delays.stream().sorted().toList();
        return Finding.of(
                sorted.get(ROUNDS / 2) <= BOUND.toMillis() && together < 0,
                "the next led after " + delays + " ms"
                        + (again == 0
                                ? ""
                                : ", where the longest mean that the former leader led again, " + again + " times")
                        + "; " + Candidates.words(together));
    }
}
