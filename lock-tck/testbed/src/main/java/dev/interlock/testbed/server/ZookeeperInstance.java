// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.RunDirectory;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * One ZooKeeper server that this JVM started, alone or in an ensemble, with its files. Safe for use by many threads.
 */
final class ZookeeperInstance implements AutoCloseable {

    private static final int TRIES = 5;
    private static final int LOG_LINES = 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final ZookeeperNode node;
    private volatile ChildProcess process;

    private ZookeeperInstance(ZookeeperNode node, ChildProcess process) {
        this.node = node;
        this.process = process;
    }

    /** Starts so many servers that know each other, on other ports if somebody else was quicker to take them. */
    static List<ZookeeperInstance> start(Binary java, List<String> wrapper, int servers, List<String> settings) {
        for (int attempt = 1; ; attempt++) {
            List<ZookeeperInstance> nodes = launch(java, wrapper, servers, settings);
            try {
                nodes.forEach(ZookeeperInstance::awaitReady);
                return nodes;
            } catch (IllegalStateException e) {
                nodes.forEach(ZookeeperInstance::close);
                boolean taken =
                        String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("address already in use");
                if (!taken || attempt == TRIES) {
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
                    ZookeeperNode node = new ZookeeperNode(java.path(), wrapper, directory, LoopbackPort.free(), lines);
                    node.write(id);
                    return new ZookeeperInstance(node, node.launch());
                })
                .toList();
    }

    /** Waits until the server serves. */
    void awaitReady() {
        ChildProcess running = process;
        if (!running.awaitReady(node::isServing)) {
            throw new IllegalStateException("the ZooKeeper server on port " + node.port()
                    + " ended before it was ready; its log ends:\n" + running.logTail(LOG_LINES));
        }
    }

    int port() {
        return node.port();
    }

    ChildProcess process() {
        return process;
    }

    /** Kills the server if it runs and starts it; it need not be ready when this returns. */
    void relaunch() {
        lock.lock();
        try {
            process.kill();
            process = node.launch();
        } finally {
            lock.unlock();
        }
    }

    /** Deletes what a killed server had stored. */
    void forget(int id) {
        lock.lock();
        try {
            process.kill();
            RunDirectory.deleteTree(node.data());
            node.write(id);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            process.kill();
            if (Files.exists(node.directory())) {
                RunDirectory.deleteTree(node.directory());
            }
        } finally {
            lock.unlock();
        }
    }
}
