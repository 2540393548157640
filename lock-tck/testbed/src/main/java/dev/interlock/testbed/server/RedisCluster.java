// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Real Redis servers that form a cluster on 127.0.0.1, each a primary with its share of the slots; tests add replicas
 * when they need them. No primary is replaced automatically, since a node must be silent for minutes to be taken for
 * dead: the test chooses which replica to promote. All of them end with this JVM. Safe for use by many threads.
 */
public final class RedisCluster implements AutoCloseable {

    private static final int SLOTS = 16384;

    /** The default number of primaries: two of three are a majority. */
    private static final int PRIMARIES = 3;

    /** Longer than any rule keeps a node stopped. */
    private static final Duration PATIENT = Duration.ofMinutes(5);

    /** For waiting until a dead node is noticed. A wrong suspicion of a live node does no harm meanwhile. */
    private static final Duration HASTY = Duration.ofMillis(500);

    private final List<RedisServer> primaries;
    private final List<RedisServer> nodes;

    private RedisCluster(List<RedisServer> primaries) {
        this.primaries = List.copyOf(primaries);
        this.nodes = new CopyOnWriteArrayList<>(primaries);
    }

    /**
     * Starts a cluster of three primaries and waits until it serves all slots.
     *
     * @param configuration further arguments of each server
     * @throws TestAbortedException if no server can be started here
     */
    public static RedisCluster start(String... configuration) {
        return start(PRIMARIES, configuration);
    }

    /** As {@link #start(String...)}, with another number of primaries. */
    public static RedisCluster start(int primaries, String... configuration) {
        return start(primaries, () -> ClusterStart.node(PATIENT, configuration));
    }

    /** As {@link #start(String...)}, with one primary, which has a {@linkplain RedisServer#tlsPort port for TLS}. */
    public static RedisCluster startEncrypted(ServerCertificate certificate) {
        return start(1, () -> ClusterStart.encryptedNode(certificate, PATIENT));
    }

    private static RedisCluster start(int primaries, Supplier<RedisServer> node) {
        if (!(RedisServer.locate() instanceof Binary)) {
            throw new TestAbortedException(
                    "a cluster needs a program to start, and there is none: " + RedisServer.locate());
        }
        RedisCluster cluster = new RedisCluster(ClusterStart.nodes(primaries, node));
        try {
            cluster.form();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void form() {
        for (int i = 0; i < primaries.size(); i++) {
            RedisServer node = primaries.get(i);
            // Nodes with equal epochs first have to settle which node's slots count.
            node.command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
            int from = SLOTS * i / primaries.size();
            int to = SLOTS * (i + 1) / primaries.size();
            Stream<String> slots = IntStream.range(from, to).mapToObj(Integer::toString);
            node.command(Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), slots).toArray(String[]::new));
        }
        introduceAll();
        awaitServing();
    }

    /** Each to each, since the nodes take longer to discover each other by themselves. */
    private void introduceAll() {
        for (RedisServer node : nodes) {
            for (RedisServer other : nodes) {
                if (node != other) {
                    node.command("CLUSTER", "MEET", other.host(), Integer.toString(other.port()));
                }
            }
        }
    }

    /** The initial primaries, in the order of their slots. */
    public List<RedisServer> primaries() {
        return primaries;
    }

    /** The primary that serves the slot of a key, according to the nodes. */
    public RedisServer primaryOf(String key) {
        int slot = slotOf(key);
        int port = ClusterView.of(running()).portOf(slot);
        return nodes.stream()
                .filter(node -> node.port() == port)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no node serves the slot of " + key));
    }

    /** One of the initial primaries that is another server. */
    public RedisServer primaryBeside(RedisServer node) {
        return primaries.stream().filter(each -> each != node).findFirst().orElseThrow();
    }

    /** The slot of a key. */
    public int slotOf(String key) {
        return Integer.parseInt(running().command("CLUSTER", "KEYSLOT", key));
    }

    /**
     * {@code redis-cluster://host:port,host:port,host:port}, of all present nodes: in Redis 7 no node announces a
     * replica before the first write.
     */
    public String uri() {
        return "redis-cluster://"
                + nodes.stream().map(node -> node.host() + ":" + node.port()).collect(Collectors.joining(","));
    }

    /** Starts a replica of an initial primary; returns when it is in sync and all nodes know it. */
    public RedisClusterReplica replicate(RedisServer primary) {
        RedisServer server = ClusterStart.node(PATIENT);
        nodes.add(server);
        introduceAll();
        await(() -> nodes.stream().allMatch(this::knowsAll));
        String followed = idOf(primary);
        server.command("CLUSTER", "REPLICATE", followed);
        // A primary gives way only to a node that it regards as its replica.
        await(() -> nodes.stream().allMatch(node -> ClusterView.of(node).follows(idOf(server), followed)));
        int slot = SLOTS * primaries.indexOf(primary) / primaries.size();
        RedisClusterReplica replica = new RedisClusterReplica(this, primary, server, slot);
        replica.awaitInSync();
        return replica;
    }

    /** Begins to move the slot of a key to another primary; its keys stay until the test moves them. */
    public RedisSlotMove move(String key, RedisServer to) {
        return RedisSlotMove.begin(this, slotOf(key), primaryOf(key), to);
    }

    /** Kills a primary without a replica; returns when the others have noticed and no longer serve any slot. */
    public void takeDown(RedisServer primary) {
        primary.kill();
        List<RedisServer> left = nodes.stream().filter(RedisCluster::runs).toList();
        left.forEach(node -> takeForDeadAfter(HASTY, node));
        await(() -> left.stream().allMatch(node -> says(node, "cluster_state:fail")));
    }

    /** Starts the node that {@link #takeDown} killed, without its keys; returns when all slots are served again. */
    public void bringBack(RedisServer primary) {
        primary.restart();
        await(() -> {
            // The time-out after which a node is taken for dead also determines when it is taken for alive again.
            nodes.forEach(node -> takeForDeadAfter(HASTY, node));
            if (!allServe()) {
                return false;
            }
            nodes.forEach(node -> takeForDeadAfter(PATIENT, node));
            return allServe();
        });
    }

    private static void takeForDeadAfter(Duration silence, RedisServer node) {
        node.command("CONFIG", "SET", ClusterStart.TIMEOUT, Long.toString(silence.toMillis()));
    }

    /** Kills all nodes and starts them on the same slots and ports; returns when they serve, without any keys. */
    public void restart() {
        nodes.forEach(RedisServer::kill);
        nodes.forEach(RedisServer::restart);
        awaitServing();
    }

    private void awaitServing() {
        await(this::allServe);
    }

    private boolean allServe() {
        return nodes.stream().allMatch(node -> knowsAll(node) && says(node, "cluster_state:ok"));
    }

    /** By their own ids: a node that was just introduced still has a temporary one. */
    private boolean knowsAll(RedisServer node) {
        ClusterView view = ClusterView.of(node);
        return nodes.stream().allMatch(each -> view.knows(idOf(each)));
    }

    /** Returns when every running node reports that the server serves the slot. */
    void awaitServes(RedisServer server, int slot) {
        List<RedisServer> running = nodes.stream().filter(RedisCluster::runs).toList();
        await(() -> running.stream().allMatch(node -> ClusterView.of(node).portOf(slot) == server.port()));
    }

    private RedisServer running() {
        return nodes.stream().filter(RedisCluster::runs).findFirst().orElseThrow();
    }

    private static boolean runs(RedisServer node) {
        return node.own("wait for").process().isAlive();
    }

    static String idOf(RedisServer node) {
        return node.command("CLUSTER", "MYID");
    }

    /** All servers; replicas come last. */
    public List<RedisServer> nodes() {
        return List.copyOf(nodes);
    }

    private static boolean says(RedisServer node, String line) {
        return node.command("CLUSTER", "INFO").contains(line + "\r");
    }

    void await(BooleanSupplier condition) {
        running().own("wait for").process().awaitReady(condition);
    }

    /** Product, version, and where it came from. */
    public String source() {
        return primaries.get(0).source();
    }

    /** Kills all of them and deletes their files. */
    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }
}
