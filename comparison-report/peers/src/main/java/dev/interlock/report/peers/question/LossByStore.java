// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Ability;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.OrderKind;
import dev.interlock.report.peers.question.Client.Heard;
import dev.interlock.report.peers.store.PeerStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Whether a holder learns that the store has lost its lock.
 *
 * @param text the question
 * @param loss gets ready for what happens to the store, which returns it in words
 * @param bound the longest time until the holder learns, beyond a lease if {@code leaseCounts}
 */
record LossByStore(PeerQuestion text, Function<PeerStore, Supplier<String>> loss, Duration bound, boolean leaseCounts)
        implements Question {

    private static final Duration HELD = Duration.ofSeconds(2);
    private static final Duration BEYOND = Duration.ofSeconds(2);

    /** As soon as a store that reports losses does, with what two busy cores add. */
    private static final Duration AT_ONCE = Duration.ofMillis(250);

    static Question withinALease() {
        return new LossByStore(
                Use.LOCK.question(
                        "LOSS-STORE",
                        "Does a holder learn that the store has lost its lock?",
                        "While the holder asks before each write: FLUSHALL in Redis; connection cut in ZooKeeper until the session has ended; in SQL lock tables emptied and all sessions killed. Holds if it is told within a lease and 2 s; writes beside another holder until then are counted."),
                store -> store::loseLocks,
                BEYOND,
                true);
    }

    static Question atOnce() {
        return new LossByStore(
                Use.LOCK.question(
                        "LOSS-AT-ONCE",
                        "Does a holder learn at once that its lock was deleted?",
                        "While the holder, which has had the lock for 2 s, asks before each write: an operator deletes the keys in Redis, the nodes in ZooKeeper, in SQL the rows, and kills all sessions. Holds if it learns of that within 250 ms."),
                PeerStore::deletion,
                AT_ONCE,
                false);
    }

    @Override
    public Set<Ability> needs() {
        return Set.of(Ability.BELIEF);
    }

    @Override
    public Finding ask(Stage stage) throws Exception {
        Client a = stage.exposedClient("A");
        Client b = stage.client("B");
        stage.granted(a);
        CompletableFuture<Heard> working = a.order(OrderKind.WORK);
        // A library may begin to watch what has lasted for a while, and a client has to warm up.
        PausedHolder.awaitWrite(a, System.nanoTime() + HELD.toNanos());
        Supplier<String> ready = loss.apply(stage.store());
        // Taken before the loss, because a holder may learn of it before that returns.
        long lost = System.nanoTime();
        String done = ready.get();
        stage.scene().fault(done);
        CompletableFuture<Heard> next = acquire(b, stage.leaseAndMargin());
        // Longer than allowed, so that a cell can show how long it took.
        List<Heard> learned = LossByPause.awaitLoss(a, stage.leaseAndMargin(), lost);
        Stage.await(a.order(OrderKind.STOP), Stage.PATIENCE);
        Stage.await(working, Stage.PATIENCE);
        Heard granted = Stage.await(next, Stage.PATIENCE);
        boolean taken = granted.told().kind() == Kind.GRANTED;
        List<Heard> beside = taken ? a.heard(Kind.WROTE, granted.nanos()) : List.of();
        Duration limit = leaseCounts ? stage.lease().plus(bound) : bound;
        boolean inTime = !learned.isEmpty() && learned.get(0).nanos() - lost <= limit.toNanos();
        String seen = done + "; another client was "
                + (taken
                        ? "granted it after " + Stage.millis(lost, granted.nanos()) + " ms"
                        : "not granted it (" + Client.text(granted.told()) + ")")
                + "; the holder "
                + (learned.isEmpty()
                        ? "did not learn within " + stage.leaseAndMargin().toMillis() + " ms"
                        : "learned after " + Stage.millis(lost, learned.get(0).nanos()) + " ms")
                + (a.heard(Kind.UNSURE, lost).isEmpty()
                        ? ""
                        : ", was unsure from "
                                + Stage.millis(
                                        lost, a.heard(Kind.UNSURE, lost).get(0).nanos()) + " ms on ("
                                + Client.text(a.heard(Kind.UNSURE, lost).get(0).told()) + ")")
                + ", and wrote " + beside.size() + " times beside the other";
        if (!beside.isEmpty()) {
            stage.scene()
                    .violation(
                            beside.get(0).nanos(),
                            beside.get(beside.size() - 1).nanos(),
                            "the former holder asked, was told that it holds the lock, and wrote");
        }
        return Finding.of(inTime, seen);
    }

    /** Tries once more after a failure: the client's own connection may have ended with the others. */
    private static CompletableFuture<Heard> acquire(Client client, Duration limit) {
        return client.acquire(limit)
                .thenCompose(heard -> heard.told().kind() == Kind.FAILED
                        ? client.acquire(limit)
                        : CompletableFuture.completedFuture(heard));
    }
}
