// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Candidates.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether a leader has a number by which a resource can tell it from earlier ones. */
final class LeaderTerm implements Question {

    private static final int TERMS = 4;

    @Override
    public PeerQuestion text() {
        return new PeerQuestion(
                "LEADER-TERM",
                PeerSubject.ELECTIONS,
                "Has each leader a fencing token that is larger than the one before?",
                "Of three candidates the leader steps down, three times. Holds if the tokens of the four leaders grow.");
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.TOKEN);
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        List<Client> all = List.of(stage.client("A"), stage.client("B"), stage.client("C"));
        Candidates.stand(OrderKind.STAND, all.get(0), all.get(1), all.get(2));
        Client leader = all.get(0);
        List<Long> terms = new ArrayList<>(List.of(awaitTerm(leader, 0)));
        while (terms.size() < TERMS) {
            Client former = leader;
            long down = System.nanoTime();
            Stage.await(former.order(OrderKind.STEP_DOWN), Stage.PATIENCE);
            @Nullable
            Write next = Candidates.awaitLeader(
                    all.stream().filter(each -> each != former).toList(), down, Stage.PATIENCE);
            if (next == null) {
                throw new IllegalStateException("no other candidate led");
            }
            leader = next.leader();
            terms.add(awaitTerm(leader, down));
        }
        boolean grows = true;
        for (int i = 1; i < terms.size(); i++) {
            grows &= terms.get(i) > terms.get(i - 1);
        }
        return Finding.of(grows, "tokens of leaders in turn: " + terms);
    }

    /** The token of a write since a moment; at the edges of a term a leader may have none. */
    private static long awaitTerm(Client leader, long sinceNanos) throws InterruptedException {
        long end = System.nanoTime() + Stage.PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            for (Client.Heard each : leader.heard(Kind.WROTE, sinceNanos)) {
                if (each.told().number() > 0) {
                    return each.told().number();
                }
            }
            PausedHolder.awaitWrite(leader, System.nanoTime());
        }
        throw new IllegalStateException("a leader has no token");
    }
}
