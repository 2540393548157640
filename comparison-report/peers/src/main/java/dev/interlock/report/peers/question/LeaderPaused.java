// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Candidates.Write;
import dev.interlock.report.peers.question.Client.Heard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a leader that was stopped past its lease learns of its successor before it writes. */
final class LeaderPaused implements Question {

    @Override
    public PeerQuestion text() {
        return new PeerQuestion(
                "LEADER-PAUSE",
                PeerSubject.ELECTIONS,
                "Does a leader that was stopped past its lease learn of it before it writes?",
                "The leader asks its library before each write whether it leads. It is stopped (SIGSTOP) until another candidate leads, and goes on. Holds if the library reports the loss before it writes.");
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.client("A");
        Client b = stage.client("B");
        Candidates.stand(OrderKind.STAND, a, b);
        PausedHolder.awaitWrite(a, System.nanoTime());
        long paused = System.nanoTime();
        Client.Pause pause = a.pause();
        @Nullable Write next;
        long resumed;
        try {
            next = Candidates.awaitLeader(List.of(b), paused, stage.leaseAndMargin());
        } finally {
            // Taken before, because a report may arrive before the end of the pause returns.
            resumed = System.nanoTime();
            pause.end();
        }
        if (next == null) {
            return Finding.holds(PausedHolder.stays(stage));
        }
        List<Heard> learned = LossByPause.awaitLoss(a, stage.leaseAndMargin(), resumed);
        List<Heard> stale = a.heard(Kind.WROTE, resumed).stream()
                .filter(each -> each.told().checkedNanos() < (resumed - paused) / 2)
                .toList();
        if (!stale.isEmpty()) {
            stage.scene()
                    .violation(
                            stale.get(0).nanos(),
                            stale.get(stale.size() - 1).nanos(),
                            "the former leader asked, was told that it leads, and wrote");
        }
        return Finding.of(
                stale.isEmpty() && !learned.isEmpty(),
                "stopped for " + Stage.millis(paused, resumed) + " ms; another led after "
                        + Stage.millis(paused, next.nanos()) + " ms; once it ran again it "
                        + (learned.isEmpty()
                                ? "did not learn within "
                                        + stage.leaseAndMargin().toMillis() + " ms"
                                : "learned after "
                                        + Stage.millis(resumed, learned.get(0).nanos()) + " ms")
                        + (stale.isEmpty() ? ", before any write" : ", and had written " + stale.size() + " times"));
    }
}
