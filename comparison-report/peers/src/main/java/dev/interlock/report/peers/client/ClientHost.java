// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.report.contention.TalkingJvm;
import dev.interlock.report.contention.contender.StoreAddress;
import dev.interlock.report.peers.client.Order.Setup;
import dev.interlock.report.peers.client.Order.Verb;
import dev.interlock.report.peers.peer.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A JVM with one client of a peer, with its answers and reports. Safe for use by many threads. */
public final class ClientHost implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<Long, CompletableFuture<ClientMessage>> open = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final TalkingJvm jvm;
    private volatile Consumer<ClientMessage> hears = told -> {};
    private volatile boolean ended;

    private ClientHost(String name) {
        this.jvm = TalkingJvm.start(name, PeerMain.class, this::hear);
    }

    /**
     * Starts the JVM; it has no client yet.
     *
     * @param name for messages
     * @return the JVM
     */
    public static ClientHost start(String name) {
        return new ClientHost(name);
    }

    private void hear(String line) {
        if (line.equals(TalkingJvm.ENDED)) {
            ended = true;
            open.values().forEach(each -> each.completeExceptionally(new IllegalStateException("the JVM has ended")));
            return;
        }
        try {
            ClientMessage told = JSON.readValue(line, ClientMessage.class);
            hears.accept(told);
            CompletableFuture<ClientMessage> waiting = told.kind().isAnswer() ? open.remove(told.id()) : null;
            if (waiting != null) {
                waiting.complete(told);
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not understood: " + line, e);
        }
    }

    /**
     * Opens a client, which replaces the previous one.
     *
     * @param peer the peer
     * @param address of the store
     * @param lease the lease of a lock whose holder dies
     * @param board the file of the memory that all JVMs share
     * @param listener receives all answers and reports from now on
     * @return completes once the client has been used
     */
    public CompletableFuture<ClientMessage> open(
            Peer peer, StoreAddress address, Duration lease, Path board, Consumer<ClientMessage> listener) {
        hears = listener;
        return send(
                Verb.OPEN, "", "", 0, new Setup(peer.store(), peer.id(), address, lease.toMillis(), board.toString()));
    }

    /**
     * Acquires a lock.
     *
     * @param hand the thread that acquires
     * @param name the lock's name
     * @param limit of the wait
     * @return GRANTED, REFUSED or FAILED
     */
    public CompletableFuture<ClientMessage> acquire(String hand, String name, Duration limit) {
        return send(Verb.ACQUIRE, hand, name, limit.toMillis(), null);
    }

    /**
     * Sends an order for a lock.
     *
     * @param verb the kind of order
     * @param hand the thread that follows it
     * @param name the lock's name
     * @return DONE or FAILED
     */
    public CompletableFuture<ClientMessage> order(OrderKind verb, String hand, String name) {
        return send(verb.verb(), hand, name, 0, null);
    }

    /**
     * Lets threads contend.
     *
     * @param name the lock's name
     * @param length how long
     * @return DONE with the number of grants, and with the number of violations as text
     */
    public CompletableFuture<ClientMessage> contend(String name, Duration length) {
        return send(Verb.CONTEND, "contention", name, length.toMillis(), null);
    }

    private CompletableFuture<ClientMessage> send(
            Verb verb, String hand, String name, long number, @Nullable Setup setup) {
        long id = ids.incrementAndGet();
        CompletableFuture<ClientMessage> answer = new CompletableFuture<>();
        open.put(id, answer);
        try {
            jvm.send(JSON.writeValueAsString(new Order(id, verb, hand, name, number, setup)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
        return answer.orTimeout(5, TimeUnit.MINUTES);
    }

    /** {@return whether it can be used again} */
    public boolean isAlive() {
        return !ended;
    }

    /** {@return the last lines of its log} */
    public String logTail() {
        return jvm.logTail();
    }

    /** Stops the JVM (SIGSTOP). */
    public void freeze() {
        jvm.freeze();
    }

    /** Lets the JVM continue (SIGCONT). */
    public void thaw() {
        jvm.thaw();
    }

    /** Kills the JVM (SIGKILL). */
    @Override
    public void close() {
        ended = true;
        jvm.close();
    }
}
