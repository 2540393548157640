// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Whether a holder that was stopped past its lease learns of its loss before it writes. */
final class LossByPause implements Question {

    private final Use use;

    LossByPause(Use use) {
        this.use = use;
    }

    @Override
    public PeerQuestion text() {
        return use.question(
                "LOSS-PAUSE",
                "Does a {holder} that was stopped past its lease learn of it before it {acts}?",
                "The {holder} asks its library before each step whether it still has the {thing}. It is stopped (SIGSTOP) until {next} has it, and goes on. Holds if the library reports the loss before it {acts}.");
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.BELIEF);
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A", use.held());
        PausedHolder.Outcome outcome = PausedHolder.play(stage, a, OrderKind.WORK, stage.client("B", use.wanted()));
        if (outcome.successor() == null) {
            Stage.await(a.order(OrderKind.STOP), Stage.PATIENCE);
            return Finding.holds(PausedHolder.stays(stage));
        }
        long resumed = outcome.resumedNanos();
        List<Heard> learned = awaitLoss(a, stage.leaseAndMargin(), resumed);
        Stage.await(a.order(OrderKind.STOP), Stage.PATIENCE);
        long pausedFor = resumed - outcome.pausedNanos();
        List<Heard> writes = a.heard(Kind.WROTE, resumed);
        List<Heard> stale = writes.stream()
                .filter(each -> each.told().checkedNanos() < pausedFor / 2)
                .toList();
        String seen = outcome.whatHappened() + "; once it ran again it "
                + (learned.isEmpty()
                        ? "did not learn within " + stage.leaseAndMargin().toMillis() + " ms"
                        : "learned after "
                                + Stage.millis(resumed, learned.get(0).nanos()) + " ms")
                + (stale.isEmpty() ? ", before any write" : ", and had written " + stale.size() + " times")
                + (writes.size() > stale.size()
                        ? " (besides one write that it had checked before it was stopped: no check helps there)"
                        : "");
        if (!stale.isEmpty()) {
            stage.scene()
                    .violation(
                            stale.get(0).nanos(),
                            stale.get(stale.size() - 1).nanos(),
                            "the former holder asked, was told that it holds the " + use.thing() + ", and went on");
        }
        return Finding.of(stale.isEmpty() && !learned.isEmpty(), seen);
    }

    /** The reports of a loss since a moment; empty if there are none within the limit. */
    static List<Heard> awaitLoss(Client client, Duration limit, long sinceNanos) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (client.heard(Kind.LEARNED, sinceNanos).isEmpty() && System.nanoTime() < end) {
            Stage.pass(Duration.ofMillis(5));
        }
        return client.heard(Kind.LEARNED, sinceNanos);
    }
}
