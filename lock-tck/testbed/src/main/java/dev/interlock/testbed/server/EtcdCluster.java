// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import dev.interlock.testbed.wire.LoopbackPort;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opentest4j.TestAbortedException;

/**
 * Three real etcd servers that form a cluster on 127.0.0.1: two of them are a majority. The program is that of {@link
 * EtcdServer}. Safe for use by many threads.
 */
public final class EtcdCluster implements AutoCloseable {

    private static final int SERVERS = 3;

    private final List<EtcdServer> servers;

    private EtcdCluster(List<EtcdServer> servers) {
        this.servers = servers;
    }

    /**
     * Starts three servers and waits until they have a leader.
     *
     * @throws TestAbortedException if there is no server here and {@code -Dinterlock.test.require} does not name {@code
     *     etcd}
     * @throws AssertionError if there is no server here and {@code -Dinterlock.test.require} names {@code etcd}
     */
    public static EtcdCluster start() {
        ServerSource source = EtcdServer.locate();
        if (source instanceof Binary binary) {
            return start(binary);
        }
        throw ((Unavailable) source).raise();
    }

    /** None of them serves before it has a majority, so they start side by side. */
    private static EtcdCluster start(Binary binary) {
        List<Integer> peerPorts = IntStream.range(0, SERVERS)
                .mapToObj(number -> LoopbackPort.free())
                .toList();
        ExecutorService starters = Executors.newFixedThreadPool(SERVERS);
        try {
            List<CompletableFuture<EtcdServer>> starting = IntStream.range(0, SERVERS)
                    .mapToObj(number -> new EtcdPlan(binary, number, peerPorts, List.of()))
                    .map(plan -> CompletableFuture.supplyAsync(
                            () -> new EtcdServer(binary, ServerInstance.start(plan, LoopbackPort::free)), starters))
                    .toList();
            return new EtcdCluster(
                    starting.stream().map(CompletableFuture::join).toList());
        } finally {
            starters.shutdown();
        }
    }

    /** {@code host:port} of each, separated by commas. */
    public String endpoints() {
        return servers.stream().map(EtcdServer::endpoint).collect(Collectors.joining(","));
    }

    /**
     * The present leader.
     *
     * @throws IllegalStateException if there is none, as during an election
     */
    public EtcdServer leader() {
        return servers.stream()
                .filter(EtcdServer::leads)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no etcd server leads"));
    }

    /** Kills the servers and deletes their files. Closing again changes nothing. */
    @Override
    public void close() {
        servers.forEach(EtcdServer::close);
    }
}
