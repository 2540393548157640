// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import dev.interlock.testbed.wire.Framing;
import dev.interlock.testbed.wire.Message;
import dev.interlock.testbed.wire.MysqlFraming;
import dev.interlock.testbed.wire.PostgresFraming;
import dev.interlock.testbed.wire.RespFraming;
import dev.interlock.testbed.wire.ZookeeperFraming;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A TCP proxy on 127.0.0.1 in front of a server, which injects faults of networks: it holds, drops, cuts and delays
 * messages.
 *
 * <p>It reads whole requests and replies, so a test can aim a fault at "the reply of the next {@code EVALSHA}". A
 * {@link Gate} reports when the fault has met it, so a test needs no sleep. Each connection of a client gets its own
 * connection to the server, opened at the same time; if the server refuses it, the proxy resets the client's.
 *
 * <p>Safe for use by many threads. {@link #close} ends all connections, and with them all threads.
 */
public final class GateProxy implements AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();
    private final Supplier<? extends Framing> framing;
    private final int port;
    private final FaultQueue faults = new FaultQueue();
    private final TrafficCounters traffic = new TrafficCounters();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<Direction> blackholes = ConcurrentHashMap.newKeySet();
    private volatile InetSocketAddress target;
    private ListeningPort listener;
    private boolean refusing;
    private volatile boolean closed;

    /**
     * Starts a proxy on a free port.
     *
     * @param host the server's host
     * @param port the server's port
     * @param framing gives the protocol of one connection, a new instance for each
     */
    public GateProxy(String host, int port, Supplier<? extends Framing> framing) {
        this.target = new InetSocketAddress(host, port);
        this.framing = framing;
        this.listener = ListeningPort.onFreePort(this::connected);
        this.port = listener.port();
    }

    /** Starts a proxy in front of a Redis or Valkey server. */
    public static GateProxy redis(String host, int port) {
        return new GateProxy(host, port, RespFraming::new);
    }

    /** Starts a proxy in front of a MySQL or MariaDB server; see {@link MysqlFraming} for what it understands. */
    public static GateProxy mysql(String host, int port) {
        return new GateProxy(host, port, MysqlFraming::new);
    }

    /** Starts a proxy in front of a PostgreSQL server; see {@link PostgresFraming} for what it understands. */
    public static GateProxy postgres(String host, int port) {
        return new GateProxy(host, port, PostgresFraming::new);
    }

    /** Starts a proxy in front of a ZooKeeper server. */
    public static GateProxy zookeeper(String host, int port) {
        return new GateProxy(host, port, ZookeeperFraming::new);
    }

    /** Where clients connect to: always 127.0.0.1. */
    public String host() {
        return "127.0.0.1";
    }

    /** The port clients connect to; the same until the proxy is closed. */
    public int port() {
        return port;
    }

    /** Starts a fault aimed at requests. The matcher runs on the proxy's threads and must not block. */
    public FaultBuilder onRequest(Predicate<Message> matcher) {
        return new FaultBuilder(faults, matcher, 0, 1);
    }

    /** Swallows everything in both directions on all connections, present and new, until {@link #heal}. */
    public void blackhole() {
        blackholes.addAll(EnumSet.allOf(Direction.class));
    }

    /** Swallows everything in one direction on all connections, present and new, until {@link #heal}. */
    public void blackhole(Direction direction) {
        blackholes.add(direction);
    }

    /**
     * Leads new connections to another server from now on, as an address does after a failover; existing connections
     * keep their server.
     *
     * @param host the other server's host
     * @param port the other server's port
     */
    public void leadTo(String host, int port) {
        target = new InetSocketAddress(host, port);
    }

    /** Refuses new connections until {@link #heal}; existing ones continue. */
    public void refuseConnections() {
        lock.lock();
        try {
            refusing = true;
            listener.close();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all existing connections; new ones are accepted. */
    public void endAll(ConnectionEnding ending) {
        connections.forEach(ending::end);
    }

    /** Cuts all existing connections in order; new ones are accepted. */
    public void cutAll() {
        endAll(ConnectionEnding.CUT);
    }

    /**
     * Ends the existing connections on which a command was sent, such as {@code SUBSCRIBE}; the others continue.
     *
     * @param command its name as in {@link Message#name}, ignoring case
     * @return the number of ended connections
     */
    public int endThoseThatSent(String command, ConnectionEnding ending) {
        List<ProxiedConnection> senders = connections.stream()
                .filter(connection -> connection.hasSent(command))
                .toList();
        senders.forEach(ending::end);
        return senders.size();
    }

    /**
     * Ends all faults: releases held messages, accepts connections again, drops faults that met no message. Connections
     * that lost a message in a black hole are reset, because a TCP stream cannot lose a part and continue.
     */
    public void heal() {
        faults.clear();
        blackholes.clear();
        connections.forEach(ProxiedConnection::resetIfLossy);
        lock.lock();
        try {
            if (refusing && !closed) {
                listener = ListeningPort.onPort(port, this::connected);
                refusing = false;
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many connections were accepted so far. */
    public long connectionsOpened() {
        return traffic.connectionsOpened.get();
    }

    /** How many connections are open now. */
    public int connectionsOpen() {
        return connections.size();
    }

    /** How many requests were passed on to the server so far. */
    public long requestsForwarded() {
        return traffic.requestsForwarded.get();
    }

    /** How many replies and unsolicited messages of the server were passed on to clients in full so far. */
    public long repliesForwarded() {
        return traffic.repliesForwarded.get();
    }

    /** The names of the last 1,000 requests read from clients, passed on or not, oldest first; a copy. */
    public List<String> recentCommands() {
        return traffic.recentCommands();
    }

    /** Ends all connections and stops listening. Closing again changes nothing. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            listener.close();
        } finally {
            lock.unlock();
        }
        cutAll();
    }

    private void connected(Socket client) {
        ProxiedConnection connection =
                new ProxiedConnection(this, framing.get(), client, traffic.connectionsOpened.incrementAndGet());
        connections.add(connection);
        connection.start(target);
        if (closed) {
            connection.cut();
        }
    }

    void connectionEnded(ProxiedConnection connection) {
        connections.remove(connection);
    }

    boolean isBlackhole(Direction direction) {
        return blackholes.contains(direction);
    }

    FaultQueue faults() {
        return faults;
    }

    TrafficCounters traffic() {
        return traffic;
    }
}
