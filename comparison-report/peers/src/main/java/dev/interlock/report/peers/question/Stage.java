// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.contender.Part;
import dev.interlock.report.contender.Peer;
import dev.interlock.report.contender.StoreAddress;
import dev.interlock.report.peers.client.ClientHost;
import dev.interlock.report.peers.client.ClientMessage;
import dev.interlock.report.peers.client.ClientMessage.Kind;
import dev.interlock.report.peers.question.Client.Heard;
import dev.interlock.report.peers.store.PeerStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The setting of one question to one peer: a store, clients in JVMs of their own, a lock of its own. Used by one
 * thread.
 */
public final class Stage {

    /** The limit for the start of a JVM, or for a step without faults, on a machine that is ten times slower. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Peer peer;
    private final PeerStore store;
    private final Bounds bounds;
    private final Path board;
    private final Map<String, ClientHost> hosts;
    private final Scene scene;
    private final Resource resource;
    private final String lock;

    /**
     * A stage.
     *
     * @param question the question to run
     * @param peer the peer to ask
     * @param store the store to use
     * @param bounds the times
     * @param board the file of the memory that all JVMs share
     * @param hosts existing JVMs by name; missing or dead ones are replaced
     * @param scene records the events
     */
    public Stage(
            Question question,
            Peer peer,
            PeerStore store,
            Bounds bounds,
            Path board,
            Map<String, ClientHost> hosts,
            Scene scene) {
        this.peer = peer;
        this.store = store;
        this.bounds = bounds;
        this.board = board;
        this.hosts = hosts;
        this.scene = scene;
        this.resource = new Resource(scene, question.isGuarded());
        this.lock = question.text().id() + "-" + UUID.randomUUID();
    }

    Peer peer() {
        return peer;
    }

    PeerStore store() {
        return store;
    }

    Duration lease() {
        return bounds.lease();
    }

    Duration margin() {
        return bounds.margin();
    }

    /** How long it may take until a lock is free, or a loss is reported. */
    Duration leaseAndMargin() {
        return bounds.leaseAndMargin();
    }

    Scene scene() {
        return scene;
    }

    Resource resource() {
        return resource;
    }

    Path board() {
        return board;
    }

    /** A newly opened client of a lock, or of an election. */
    Client client(String name) throws InterruptedException {
        return client(name, Part.LOCK);
    }

    /** A newly opened client that wants a part. */
    Client client(String name, Part part) throws InterruptedException {
        return client(name, part, store.address());
    }

    /** A newly opened client of a lock, or of an election, that faults can hit. */
    Client exposedClient(String name) throws InterruptedException {
        return exposedClient(name, Part.LOCK);
    }

    /** A newly opened client that wants a part, and that faults can hit. */
    Client exposedClient(String name, Part part) throws InterruptedException {
        return client(name, part, store.exposedAddress());
    }

    private Client client(String name, Part part, StoreAddress address) throws InterruptedException {
        @Nullable ClientHost host = hosts.get(name);
        if (host == null || !host.jvm().isAlive()) {
            host = ClientHost.start(peer.id() + " " + name);
            hosts.put(name, host);
        }
        Client client = new Client("client " + name, host, part, lock, scene, resource);
        long end = System.nanoTime() + PATIENCE.toNanos();
        ClientMessage opened = open(host, client, address);
        // A server that was stopped for the previous question may still be recovering.
        while (opened.kind() != Kind.DONE && System.nanoTime() < end) {
            pass(Duration.ofMillis(500));
            opened = open(host, client, address);
        }
        if (opened.kind() != Kind.DONE) {
            throw new IllegalStateException("no client: " + opened.text());
        }
        return client;
    }

    private ClientMessage open(ClientHost host, Client client, StoreAddress address) throws InterruptedException {
        return await(host.open(peer, address, lease(), board, client::hear), PATIENCE);
    }

    /** A grant of a free lock. */
    Heard granted(Client client) throws InterruptedException {
        Heard heard = await(client.acquire(Duration.ofSeconds(30)), PATIENCE);
        if (heard.told().kind() != Kind.GRANTED) {
            throw new IllegalStateException("a free lock was not granted: " + Client.text(heard.told()));
        }
        return heard;
    }

    /**
     * Whether the lock is free: a third client tries for a moment to acquire it.
     *
     * @param heldSinceNanos the time of the last grant: on a slow machine a hold without renewal may have expired
     */
    boolean isFree(Client other, long heldSinceNanos) throws InterruptedException {
        ClientMessage told =
                await(other.acquire(Duration.ofMillis(300)), PATIENCE).told();
        if (told.kind() == Kind.FAILED) {
            throw new IllegalStateException("whether the lock is held could not be asked: " + told.text());
        }
        boolean late = System.nanoTime() - heldSinceNanos > lease().toNanos() * 3 / 4;
        if (told.kind() == Kind.GRANTED && late) {
            throw new IllegalStateException("the machine was too slow to ask within the lease of the holder");
        }
        return told.kind() == Kind.GRANTED;
    }

    /** Waits for a step that must end, or the run shows nothing. */
    static <T> T await(CompletableFuture<T> answer, Duration limit) throws InterruptedException {
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("no answer within " + limit.toSeconds() + " s", e);
        }
    }

    /** The answer, or null if it does not arrive within the limit. */
    static <T> @Nullable T within(Duration limit, CompletableFuture<T> answer) throws InterruptedException {
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            return null;
        }
    }

    /** Lets time pass. */
    static void pass(Duration length) throws InterruptedException {
        within(length, new CompletableFuture<Void>());
    }

    /** Whole milliseconds from one moment to another. */
    static long millis(long fromNanos, long toNanos) {
        return Math.round((toNanos - fromNanos) / 1e6);
    }
}
