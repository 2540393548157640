// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.contender.Candidate;
import dev.interlock.report.contender.LeaderWork;
import dev.interlock.report.contender.Limits;
import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.contender.OpenClient;
import dev.interlock.report.contender.Part;
import dev.interlock.report.contender.Peer;
import dev.interlock.report.contender.Peers;
import dev.interlock.report.contender.StoreAddress;
import dev.interlock.report.contention.round.Board;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.testbed.jvm.Conversation;
import dev.interlock.testbed.jvm.JavaProgram;
import dev.interlock.testbed.jvm.ParentJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A JVM that uses a peer. It follows the orders of its parent, and ends with its input. */
public final class PeerMain {

    /** How this program is started. */
    static final JavaProgram PROGRAM = new JavaProgram(
            PeerMain.class,
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-Dlogback.configurationFile=contention-logback.xml"));

    private static final Duration FIRST_USE = Duration.ofSeconds(30);

    private final Conversation parent = ParentJvm.connect();
    private final Map<String, LockThread> hands = new HashMap<>();
    private @Nullable OpenClient client;
    private @Nullable Peer peer;
    private @Nullable Board board;

    private PeerMain() {}

    /**
     * Runs until the input ends.
     *
     * @param arguments none
     * @throws IOException if the input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        PeerMain program = new PeerMain();
        program.parent.listen(System.in, program::follow);
        // Threads that wait for a silent server must not keep this JVM alive.
        Runtime.getRuntime().halt(0);
    }

    private void follow(Conversation.Question question) {
        if (question.word(0).equals(OrderKind.OPEN.name())) {
            question.answer(opened(question.words()).words());
            return;
        }
        Order order = Order.of(question);
        LockThread hand = hands.computeIfAbsent(order.hand(), this::hand);
        switch (order.kind()) {
            case STOP -> {
                hand.stop();
                order.answer(ClientMessage.DONE);
            }
            case INTERRUPT -> {
                hand.interrupt();
                order.answer(ClientMessage.DONE);
            }
            case LEADS -> order.answer(new ClientMessage(Kind.DONE, hand.leads() ? 1 : 0, 0, ""));
            default -> hand.follow(order);
        }
    }

    private LockThread hand(String name) {
        return new LockThread(
                name,
                Objects.requireNonNull(peer),
                Objects.requireNonNull(client),
                Objects.requireNonNull(board),
                report -> parent.tell(report.words()));
    }

    private ClientMessage opened(List<String> words) {
        try {
            open(words);
            return ClientMessage.DONE;
        } catch (Exception e) {
            return ClientMessage.failed(e.toString());
        }
    }

    /** Uses the client once, so that its connections, its classes and its scripts at the server are ready. */
    private void open(List<String> words) throws Exception {
        hands.values().forEach(LockThread::end);
        hands.clear();
        if (client != null) {
            client.close();
        }
        Peer chosen = Peers.of(words.get(1)).stream()
                .filter(each -> each.id().equals(words.get(2)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no peer '" + words.get(2) + "'"));
        OpenClient opened = chosen.opener()
                .open(
                        new StoreAddress(words.get(3), words.get(4), words.get(5)),
                        Limits.ofQuestions(Duration.ofMillis(Long.parseLong(words.get(6)))));
        peer = chosen;
        client = opened;
        board = Board.map(Path.of(words.get(7)));
        use(chosen.subject(), opened, "first-use-" + UUID.randomUUID());
    }

    private static void use(PeerSubject subject, OpenClient client, String name) throws Exception {
        switch (subject) {
            case LOCKS -> use(Part.LOCK, client, name);
            case READERS_AND_WRITERS -> {
                use(Part.READ, client, name);
                use(Part.WRITE, client, name);
            }
            case PERMITS -> use(Part.PERMIT, client, name);
            case ELECTIONS -> lead(client, name);
        }
    }

    private static void use(Part part, OpenClient client, String name) throws Exception {
        NamedLock lock = part.of(client, name);
        if (!lock.acquire(FIRST_USE)) {
            throw new IllegalStateException("a free lock was not granted");
        }
        lock.release();
    }

    private static void lead(OpenClient client, String name) throws Exception {
        long end = System.nanoTime() + FIRST_USE.toNanos();
        try (Candidate candidate = client.stand(name, LeaderWork.ENDS_WHEN_INTERRUPTED)) {
            while (!candidate.leads()) {
                if (System.nanoTime() > end) {
                    throw new IllegalStateException("the only candidate does not lead");
                }
                new Semaphore(0).tryAcquire(5, TimeUnit.MILLISECONDS);
            }
        }
    }
}
