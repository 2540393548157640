// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.testbed.server.ZookeeperServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** What an operator does at the servers, by a session of its own and ZooKeeper's plain client. Thread-safe. */
public final class ZookeeperOperator implements AutoCloseable {

    private static final int SESSION_MILLIS = 20_000;
    private static final long LIMIT_SECONDS = 30;
    private static final long RECONNECT_SECONDS = 9;
    private static final String BASE = "/interlock";
    private static final List<ACL> OPEN = Collections.singletonList(new ACL(Perms.ALL, new Id("world", "anyone")));

    private final ReentrantLock lock = new ReentrantLock();
    private final List<ZookeeperServer> servers;
    private final String connectString;
    private ZooKeeper session;

    /** An operator that is not connected yet. */
    public ZookeeperOperator(List<ZookeeperServer> servers) {
        this.servers = List.copyOf(servers);
        connectString = String.join(
                ",", servers.stream().map(ZookeeperServer::connectString).toList());
    }

    /** What to do in a session. */
    public interface Deed<T> {

        /** Does it. */
        T in(ZooKeeper session) throws KeeperException, InterruptedException;
    }

    /** Does something, again with a new session if the connection was lost: to be harmless when done twice. */
    public <T> T ask(Deed<T> deed) {
        lock.lock();
        try {
            for (int sessions = 1; ; sessions++) {
                try {
                    return deed.in(connected());
                } catch (KeeperException.ConnectionLossException | KeeperException.SessionExpiredException e) {
                    close();
                    if (sessions == 3) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        } catch (KeeperException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            lock.unlock();
        }
    }

    private ZooKeeper connected() {
        if (session == null) {
            try {
                session = new ZooKeeper(connectString, SESSION_MILLIS, event -> {});
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Awaitility.await()
                    .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .pollInterval(5, TimeUnit.MILLISECONDS)
                    .until(() -> session.getState().isConnected());
        }
        return session;
    }

    /** The parent of a lock whose name needs no escape, or is escaped already. */
    public static String parent(String name) {
        return BASE + "/" + name;
    }

    /** Creates the parent of a lock, as an earlier hold would have left it. */
    public void warm(String name) {
        for (String path : List.of(BASE, parent(name))) {
            ask(session -> {
                try {
                    return session.create(path, new byte[0], OPEN, CreateMode.PERSISTENT);
                } catch (KeeperException.NodeExistsException e) {
                    return path;
                }
            });
        }
    }

    /** The nodes of a lock, the first first. */
    public List<String> nodes(String name) {
        return ask(session -> {
            session.sync(parent(name), (rc, path, context) -> {}, null);
            try {
                return session.getChildren(parent(name), false).stream()
                        .sorted(Comparator.comparing(child -> child.substring(child.length() - 10)))
                        .map(child -> parent(name) + "/" + child)
                        .toList();
            } catch (KeeperException.NoNodeException e) {
                return List.of();
            }
        });
    }

    /** Whether there is a node. */
    boolean exists(String path) {
        return ask(session -> {
            session.sync(path, (rc, synced, context) -> {}, null);
            return session.exists(path, false) != null;
        });
    }

    /**
     * Deletes the nodes of all locks, and leaves their sessions. Does not wait for one answer before the next request: a
     * kit leaves the parents of thousands of locks, which on a busy machine would take longer than a lease.
     */
    public void deleteLocks() {
        ask(session -> {
            session.sync(BASE, (rc, path, context) -> {}, null);
            List<String> parents = session.getChildren(BASE, false).stream()
                    .map(ZookeeperOperator::parent)
                    .toList();
            Queue<String> nodes = new ConcurrentLinkedQueue<>();
            inOneGo(
                    parents,
                    (parent, answered) -> session.getChildren(
                            parent,
                            false,
                            (rc, path, context, children) -> {
                                if (children != null) {
                                    children.forEach(child -> nodes.add(path + "/" + child));
                                }
                                answered.accept(Code.get(rc));
                            },
                            null));
            inOneGo(
                    nodes,
                    (node, answered) ->
                            session.delete(node, -1, (rc, path, context) -> answered.accept(Code.get(rc)), null));
            return true;
        });
    }

    /** Sends a request for each node, and waits for all answers. */
    private static void inOneGo(Collection<String> nodes, BiConsumer<String, Consumer<Code>> request)
            throws KeeperException, InterruptedException {
        CountDownLatch answers = new CountDownLatch(nodes.size());
        Queue<Code> failures = new ConcurrentLinkedQueue<>();
        nodes.forEach(node -> request.accept(node, code -> {
            if (code != Code.OK && code != Code.NONODE) {
                failures.add(code);
            }
            answers.countDown();
        }));
        answers.await();
        Code failure = failures.peek();
        if (failure != null) {
            throw KeeperException.create(failure);
        }
    }

    /** Deletes a node, if it exists. */
    public void delete(String path) {
        ask(session -> {
            try {
                session.delete(path, -1);
            } catch (KeeperException.NoNodeException e) {
                return false;
            }
            return true;
        });
    }

    /**
     * Runs something that makes every client reconnect, and waits until as many are connected as before, but not for
     * ever. A client that has seen later changes than the servers have is refused until it gives its session up.
     */
    public void awaitClientsAround(Runnable outage) {
        close();
        long before = clients();
        outage.run();
        try {
            Awaitility.await()
                    .atMost(RECONNECT_SECONDS, TimeUnit.SECONDS)
                    .pollInterval(50, TimeUnit.MILLISECONDS)
                    .until(() -> clients() >= before);
        } catch (ConditionTimeoutException e) {
            // Those that are still away find their way, or their rule fails.
        }
    }

    private long clients() {
        return servers.stream()
                .flatMap(server -> server.word("cons").lines())
                .filter(line -> line.contains("sid=0x") && !line.contains("sid=0x0,"))
                .count();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (session != null) {
                session.close(1);
                session = null;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
