// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether a leader has a number by which a resource can tell it from earlier ones. */
final class LeaderTerm implements Question {

    private static final int TERMS = 4;
    private static final Duration LOOK = Duration.ofMillis(5);

    @Override
    public PeerQuestion text() {
        return new PeerQuestion(
                "LEADER-TERM",
                PeerSubject.ELECTIONS,
                "Has each leader a fencing token that is larger than the one before?",
                "Of three candidates the leader steps down, three times. Holds if the tokens of the four terms grow.");
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.TOKEN);
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        List<Client> all = List.of(stage.client("A"), stage.client("B"), stage.client("C"));
        Candidates.stand(OrderKind.STAND, all.get(0), all.get(1), all.get(2));
        Term last = awaitTerm(all, 0, null);
        List<Long> terms = new ArrayList<>(List.of(last.number()));
        while (terms.size() < TERMS) {
            long down = System.nanoTime();
            Stage.await(last.leader().order(OrderKind.STEP_DOWN), Stage.PATIENCE);
            last = awaitTerm(all, down, last.leader());
            terms.add(last.number());
        }
        boolean grows = true;
        for (int i = 1; i < terms.size(); i++) {
            grows &= terms.get(i) > terms.get(i - 1);
        }
        return Finding.of(grows, "tokens of terms in turn: " + terms);
    }

    /** A leader with the token of its term. */
    private record Term(Client leader, long number) {}

    /**
     * The next term since a moment. The one that stepped down may be the next leader, after it has learned of its end. At the
     * edges of a term a leader may have no token.
     */
    private static Term awaitTerm(List<Client> all, long sinceNanos, @Nullable Client former)
            throws InterruptedException {
        long end = System.nanoTime() + Stage.PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            for (Client client : all) {
                List<Client.Heard> learned = client.heard(Kind.LEARNED, sinceNanos);
                if (client == former && learned.isEmpty()) {
                    continue;
                }
                long from = client == former ? learned.get(0).nanos() : sinceNanos;
                for (Client.Heard each : client.heard(Kind.WROTE, from)) {
                    if (each.told().number() > 0) {
                        return new Term(client, each.told().number());
                    }
                }
            }
            Stage.pass(LOOK);
        }
        throw new IllegalStateException("no candidate led");
    }
}
