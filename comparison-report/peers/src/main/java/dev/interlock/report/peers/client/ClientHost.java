// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.contender.Part;
import dev.interlock.report.contender.Peer;
import dev.interlock.report.contender.StoreAddress;
import dev.interlock.testbed.jvm.ChildJvm;
import dev.interlock.testbed.jvm.Conversation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A JVM with one client of a peer, with its answers and reports. Safe for use by many threads. */
public final class ClientHost implements AutoCloseable {

    private final ChildJvm jvm;
    private volatile Consumer<ClientMessage> reports = report -> {};

    private ClientHost(String name) {
        this.jvm = ChildJvm.start(
                name,
                new Conversation.Listener() {
                    @Override
                    public void asked(Conversation.Question question) {
                        throw new IllegalStateException("questions are not expected: " + question.words());
                    }

                    @Override
                    public void told(List<String> words) {
                        reports.accept(ClientMessage.of(words));
                    }
                },
                PeerMain.PROGRAM);
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

    /**
     * Opens a client, which replaces the previous one.
     *
     * @param peer the peer
     * @param address of the store
     * @param lease the lease of a lock whose holder dies
     * @param board the file of the memory that all JVMs share
     * @param listener receives all reports from now on
     * @return completes once the client has been used
     */
    public CompletableFuture<ClientMessage> open(
            Peer peer, StoreAddress address, Duration lease, Path board, Consumer<ClientMessage> listener) {
        reports = listener;
        return jvm.ask(
                        OrderKind.OPEN.name(),
                        peer.store(),
                        peer.id(),
                        address.uri(),
                        address.user(),
                        address.password(),
                        Long.toString(lease.toMillis()),
                        board.toString())
                .thenApply(ClientMessage::of);
    }

    /**
     * Sends an order for a lock or an election.
     *
     * @param kind the kind of order
     * @param hand the thread that follows it
     * @param part what it is about; an election has no parts and ignores it
     * @param name the name of the lock or election
     * @param length of a wait or of the contention
     * @return GRANTED or REFUSED; DONE, with the number of grants and as text that of violations after a contention, or 1
     *     if a candidate leads; or FAILED
     */
    public CompletableFuture<ClientMessage> order(
            OrderKind kind, String hand, Part part, String name, Duration length) {
        return jvm.ask(kind.name(), hand, part.name(), name, Long.toString(length.toMillis()))
                .thenApply(ClientMessage::of);
    }

    /** {@return the JVM, to be frozen and killed} */
    public ChildJvm jvm() {
        return jvm;
    }

    @Override
    public void close() {
        jvm.close();
    }
}
