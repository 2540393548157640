// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps of an election. */
final class Candidates {

    private static final Duration SHORTLY = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofMillis(5);

    private Candidates() {}

    /** Makes the first client a leader, and then the others candidates that wait. */
    static void stand(OrderKind kind, Client leader, Client... others) throws InterruptedException {
        leader.stand(kind);
        PausedHolder.awaitWrite(leader, 0);
        for (Client other : others) {
            other.stand(OrderKind.STAND);
        }
        Stage.pass(SHORTLY);
        for (Client other : others) {
            if (other.leads()) {
                throw new IllegalStateException("the first candidate did not stay the leader");
            }
        }
    }

    /** The first write of one of the clients since a moment; null if none leads within the limit. */
    static @Nullable Write awaitLeader(List<Client> clients, long sinceNanos, Duration limit)
            throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        do {
            for (Client client : clients) {
                List<Heard> writes = client.heard(Kind.WROTE, sinceNanos);
                if (!writes.isEmpty()) {
                    return new Write(client, writes.get(0).nanos());
                }
            }
            Stage.pass(LOOK);
        } while (System.nanoTime() < end);
        return null;
    }

    /**
     * A write of a leader.
     *
     * @param leader the leader
     * @param nanos when it was heard
     */
    record Write(Client leader, long nanos) {}

    /**
     * For how long two lead: the former leader is asked after its successor was heard, and its successor once more after that.
     *
     * @return milliseconds from the first to the last time that both did; -1 if they never did
     */
    static long together(Stage stage, Client former, Client next, Duration watched) throws InterruptedException {
        long begin = System.nanoTime();
        long last = 0;
        while (System.nanoTime() - begin < watched.toNanos() && former.leads() && next.leads()) {
            last = System.nanoTime();
            Stage.pass(LOOK);
        }
        if (last == 0) {
            return -1;
        }
        stage.scene().violation(begin, last, "two candidates asked, and were told that they lead");
        return Stage.millis(begin, last);
    }

    /** The result in words. */
    static String words(long together) {
        return together < 0
                ? "the former leader knew that it leads no more"
                : "both were told for " + together + " ms that they lead";
    }
}
