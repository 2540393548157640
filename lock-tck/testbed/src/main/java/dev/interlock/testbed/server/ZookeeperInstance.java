// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.RunDirectory;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** One ZooKeeper server that this JVM started, alone or in an ensemble. Safe for use by many threads. */
final class ZookeeperInstance extends OwnedServer {

    /**
     * The log of a server that could not close the connection of a client. While it starts, it drops connections, and
     * before it has created its database this throws a NullPointerException in
     * https://github.com/apache/zookeeper/blob/release-3.9.5/zookeeper-server/src/main/java/org/apache/zookeeper/server/ZooKeeperServer.java#L333
     * and the socket stays open. The client waits for an answer until its session ends. Connections with a four letter
     * word are closed by another method, so they do not match.
     */
    private static final Pattern UNANSWERED = Pattern.compile(
            "ZooKeeperServer\\.removeCnxn\\(.*\\R(?:.*NIOServerCnxn\\.close\\(.*\\R)+.*NIOServerCnxn\\.doIO\\(");

    private final ZookeeperNode node;

    private ZookeeperInstance(ZookeeperNode node, ChildProcess process) {
        super(node.directory(), process);
        this.node = node;
    }

    /** Starts this many servers that know each other, on other ports if another process has taken the first ones. */
    static List<ZookeeperInstance> start(Binary java, List<String> wrapper, int servers, List<String> settings) {
        for (int attempt = 1; ; attempt++) {
            List<ZookeeperInstance> nodes = launch(java, wrapper, servers, settings);
            try {
                nodes.forEach(ZookeeperInstance::awaitReady);
                return nodes;
            } catch (IllegalStateException e) {
                nodes.forEach(ZookeeperInstance::close);
                if (!isPortTaken(String.valueOf(e.getMessage())) || attempt == PORT_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static List<ZookeeperInstance> launch(
            Binary java, List<String> wrapper, int servers, List<String> settings) {
        List<String> lines = new ArrayList<>(settings);
        for (int id = 1; servers > 1 && id <= servers; id++) {
            lines.add("server." + id + "=127.0.0.1:" + LoopbackPort.free() + ":" + LoopbackPort.free());
        }
        return IntStream.rangeClosed(1, servers)
                .mapToObj(id -> {
                    Path directory = RunDirectory.ofThisJvm().create("zookeeper");
                    ZookeeperNode node =
                            new ZookeeperNode(id, java.path(), wrapper, directory, LoopbackPort.free(), lines);
                    node.write();
                    return new ZookeeperInstance(node, node.launch());
                })
                .toList();
    }

    int port() {
        return node.port();
    }

    @Override
    ChildProcess launch() {
        return node.launch();
    }

    @Override
    boolean isReady(ChildProcess running) {
        return node.isServing();
    }

    @Override
    boolean leavesClientsUnanswered() {
        return UNANSWERED.matcher(process().log()).find();
    }

    @Override
    void renewData() {
        RunDirectory.deleteTree(node.data());
        node.write();
    }

    @Override
    public String toString() {
        return "the ZooKeeper server on port " + node.port();
    }
}
