// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.wire.LoopbackPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Starts the servers that become the nodes of a cluster, all at once. */
final class ClusterStart {

    /** The setting for how long a node must be silent to be taken for dead. */
    static final String TIMEOUT = "cluster-node-timeout";

    /** The distance between a node's port for clients and its port for other nodes. */
    private static final int BUS = 10_000;

    private ClusterStart() {}

    static List<RedisServer> nodes(int count, Supplier<RedisServer> node) {
        // From JDK 25 on, a machine with two processors has one thread for all tasks without an executor.
        List<CompletableFuture<RedisServer>> starting = Stream.generate(
                        () -> CompletableFuture.supplyAsync(node, start -> new Thread(start, "cluster-start").start()))
                .limit(count)
                .toList();
        List<RedisServer> started = new ArrayList<>();
        CompletionException failed = null;
        for (CompletableFuture<RedisServer> each : starting) {
            try {
                started.add(each.join());
            } catch (CompletionException e) {
                failed = e;
            }
        }
        if (failed != null) {
            started.forEach(RedisServer::close);
            throw failed;
        }
        return started;
    }

    static RedisServer node(Duration timeout, String... configuration) {
        return RedisServer.start(() -> LoopbackPort.freeWith(BUS), arguments(timeout, configuration));
    }

    /** Nodes that use TLS among themselves have their bus ports at this distance from their TLS ports. */
    static RedisServer encryptedNode(ServerCertificate certificate, Duration timeout) {
        IntSupplier ports = () -> LoopbackPort.freeWith(EncryptedPlan.ABOVE, EncryptedPlan.ABOVE + BUS);
        return RedisServer.startEncrypted(certificate, ports, arguments(timeout, "--tls-cluster", "yes"));
    }

    private static String[] arguments(Duration timeout, String... configuration) {
        List<String> arguments =
                new ArrayList<>(List.of("--cluster-enabled", "yes", "--" + TIMEOUT, Long.toString(timeout.toMillis())));
        // Redis 7 would wait 5 s for further replicas before it sends its data.
        arguments.addAll(List.of("--repl-diskless-sync-delay", "0"));
        arguments.addAll(List.of(configuration));
        return arguments.toArray(String[]::new);
    }
}
