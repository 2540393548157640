// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import org.opentest4j.TestAbortedException;

/**
 * Three real ZooKeeper servers that form an ensemble on 127.0.0.1: two of them are a quorum. They are started from the
 * class path, like {@link ZookeeperServer}. Safe for use by many threads.
 */
public final class ZookeeperEnsemble implements AutoCloseable {

    private static final int SERVERS = 3;

    private final List<ZookeeperInstance> instances;
    private final List<ZookeeperServer> servers;

    private ZookeeperEnsemble(ServerSource source, List<ZookeeperInstance> instances) {
        this.instances = instances;
        this.servers = instances.stream()
                .map(own -> new ZookeeperServer(source, "127.0.0.1", own.port(), own))
                .toList();
    }

    /**
     * Starts three servers and waits until they have a leader.
     *
     * @param settings further lines of each zoo.cfg, or arguments of java
     * @throws TestAbortedException if there is no server on the class path and {@code -Dinterlock.test.require} does
     *     not name {@code zookeeper}, or if a running server is given
     * @throws AssertionError if there is no server here and {@code -Dinterlock.test.require} names {@code zookeeper}
     */
    public static ZookeeperEnsemble start(String... settings) {
        ServerSource source = ZookeeperServer.locate();
        if (source instanceof Unavailable unavailable) {
            throw unavailable.raise();
        }
        if (source instanceof Binary java) {
            return new ZookeeperEnsemble(java, ZookeeperInstance.start(java, List.of(), SERVERS, List.of(settings)));
        }
        throw new TestAbortedException(
                source + " is not an ensemble of ours; unset " + ZookeeperLocator.CONNECT_VARIABLE);
    }

    /** All three, in the order of their ids. */
    public List<ZookeeperServer> servers() {
        return servers;
    }

    /**
     * The present leader.
     *
     * @throws IllegalStateException if there is none, as during an election
     */
    public ZookeeperServer leader() {
        return servers.stream()
                .filter(ZookeeperEnsemble::leads)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no leader in " + connectString()));
    }

    /** A killed or electing server does not answer. */
    private static boolean leads(ZookeeperServer server) {
        try {
            return server.word("srvr").contains("Mode: leader");
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** {@code host:port} of each, separated by commas. */
    public String connectString() {
        return servers.stream().map(ZookeeperServer::connectString).collect(Collectors.joining(","));
    }

    /** Kills all servers and starts them on the same data and ports; returns when they serve. */
    public void restart() {
        servers.forEach(ZookeeperServer::kill);
        instances.forEach(ZookeeperInstance::relaunch);
        instances.forEach(ZookeeperInstance::awaitReady);
    }

    /** Kills all servers, deletes their data and starts them on the same ports; returns when they serve. */
    public void restartEmpty() {
        instances.forEach(ZookeeperInstance::forget);
        restart();
    }

    /** Product, version, number, and where they came from; for display. */
    public String source() {
        return SERVERS + " x " + servers.get(0).source();
    }

    /** Kills the servers and deletes their files. Closing again changes nothing. */
    @Override
    public void close() {
        servers.forEach(ZookeeperServer::close);
    }
}
