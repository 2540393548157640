// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.report.contention.round.Board;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.client.Order.Setup;
import dev.interlock.report.peers.client.Order.Verb;
import dev.interlock.report.peers.peer.Peer;
import dev.interlock.report.peers.peer.PeerClient;
import dev.interlock.report.peers.peer.Peers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A JVM that uses a peer. It follows orders that it reads as lines, answers with lines, and ends with its input. */
public final class PeerMain {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration FIRST_USE = Duration.ofSeconds(30);

    private final PrintStream out;
    private final Map<String, LockThread> hands = new HashMap<>();
    private @Nullable PeerClient client;
    private @Nullable Peer peer;
    private @Nullable Board board;

    private PeerMain(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs until the input ends.
     *
     * @param arguments none
     * @throws IOException if the input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        // Output of a library must not be taken for an answer.
        System.setOut(System.err);
        new PeerMain(answers).run();
        // Threads that wait for a silent server must not keep this JVM alive.
        Runtime.getRuntime().halt(0);
    }

    private void run() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            follow(JSON.readValue(line, Order.class));
        }
    }

    private void follow(Order order) {
        if (order.verb() == Verb.OPEN) {
            try {
                open(Objects.requireNonNull(order.setup()));
                say(new ClientMessage(order.id(), Kind.DONE, 0, 0, ""));
            } catch (Exception e) {
                say(new ClientMessage(order.id(), Kind.FAILED, 0, 0, e.toString()));
            }
            return;
        }
        LockThread hand = hands.computeIfAbsent(order.hand(), this::hand);
        switch (order.verb()) {
            case STOP -> {
                hand.stop();
                say(new ClientMessage(order.id(), Kind.DONE, 0, 0, ""));
            }
            case INTERRUPT -> {
                hand.interrupt();
                say(new ClientMessage(order.id(), Kind.DONE, 0, 0, ""));
            }
            default -> hand.follow(order);
        }
    }

    private LockThread hand(String name) {
        return new LockThread(
                name,
                Objects.requireNonNull(peer),
                Objects.requireNonNull(client),
                Objects.requireNonNull(board),
                this::say);
    }

    /** Uses the client once, so that its connections, its classes and its scripts at the server are ready. */
    private void open(Setup setup) throws Exception {
        hands.clear();
        if (client != null) {
            client.close();
        }
        Peer chosen = Peers.of(setup.store()).stream()
                .filter(each -> each.id().equals(setup.peer()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no peer '" + setup.peer() + "'"));
        PeerClient opened = chosen.opener().open(setup.address(), Duration.ofMillis(setup.leaseMillis()));
        peer = chosen;
        client = opened;
        board = Board.map(Path.of(setup.board()));
        var lock = opened.lock("first-use-" + UUID.randomUUID());
        if (!lock.acquire(FIRST_USE)) {
            throw new IllegalStateException("a lock that nobody has was not granted");
        }
        lock.release();
    }

    private void say(ClientMessage told) {
        try {
            String line = JSON.writeValueAsString(told);
            out.println(line);
            if (out.checkError()) {
                // The other JVM no longer reads, so it will not end this one either.
                Runtime.getRuntime().halt(1);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
