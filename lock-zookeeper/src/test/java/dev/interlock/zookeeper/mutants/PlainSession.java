// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.mutants;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.toolbox.StoreOptions;
import dev.interlock.spi.toolbox.StoreUri;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** A session by ZooKeeper's plain client, and a new one when it has expired. */
final class PlainSession {

    static final List<ACL> OPEN = Collections.singletonList(new ACL(Perms.ALL, new Id("world", "anyone")));

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int CLOSE_MILLIS = 1_000;

    private final String connectString;
    private final int sessionMillis;
    private final int requestMillis;
    private volatile CountDownLatch connected = new CountDownLatch(1);
    private volatile Consumer<ZooKeeper> connectedAgain = session -> {};
    private volatile @Nullable ZooKeeper zk;

    PlainSession(String text) {
        StoreUri uri = StoreUri.parse(text);
        StoreOptions options = new StoreOptions(uri.options(), Map.of());
        connectString = uri.authority();
        sessionMillis = Math.toIntExact(options.duration("sessionTimeout", LONGEST, Duration.ZERO, LONGEST)
                .toMillis());
        requestMillis = Math.toIntExact(
                options.duration("timeout", LONGEST, Duration.ZERO, LONGEST).toMillis());
    }

    String store() {
        return "zookeeper at " + connectString;
    }

    Duration timeout() {
        return Duration.ofMillis(sessionMillis);
    }

    void start() {
        if (!zk().getState().isConnected()) {
            close();
            throw new LockUnavailableException("no answer from " + store(), null);
        }
    }

    /** What to do whenever the connection is there again. */
    void onConnected(Consumer<ZooKeeper> action) {
        connectedAgain = action;
    }

    /** The session; another one if it cannot be connected for as long as it would have lasted. */
    ZooKeeper zk() {
        ZooKeeper current = zk;
        if (current == null || !current.getState().isAlive() || !isConnected()) {
            close();
            current = open();
            zk = current;
            isConnected();
        }
        return current;
    }

    private boolean isConnected() {
        try {
            return connected.await(sessionMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private ZooKeeper open() {
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Integer.toString(requestMillis));
        connected = new CountDownLatch(1);
        try {
            return new ZooKeeper(connectString, sessionMillis, this::changed, config);
        } catch (IOException e) {
            throw new LockUnavailableException("no answer from " + store(), e);
        }
    }

    private void changed(WatchedEvent event) {
        if (event.getState() == KeeperState.SyncConnected) {
            connected.countDown();
            ZooKeeper current = zk;
            if (current != null) {
                connectedAgain.accept(current);
            }
        } else if (event.getState() == KeeperState.Disconnected) {
            connected = new CountDownLatch(1);
        }
    }

    /** The paths of the children in the order of their creation; none if there is no parent. */
    List<String> children(String parent) throws KeeperException, InterruptedException {
        zk().sync(parent, (rc, path, context) -> {}, null);
        try {
            return zk().getChildren(parent, false).stream()
                    .sorted(Comparator.comparing(child -> child.substring(child.length() - 10)))
                    .map(child -> parent + "/" + child)
                    .toList();
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    /** Creates the parent of a lock, and the base above it. */
    void create(String parent) throws KeeperException, InterruptedException {
        for (String path : List.of(parent.substring(0, parent.lastIndexOf('/')), parent)) {
            try {
                zk().create(path, new byte[0], OPEN, CreateMode.PERSISTENT);
            } catch (KeeperException.NodeExistsException e) {
                // As wanted.
            }
        }
    }

    /** Writes a node of this session; null if it is gone, or another session's. */
    @Nullable
    Stat write(String path, byte[] data) throws KeeperException, InterruptedException {
        ZooKeeper current = zk();
        try {
            Stat stat = current.setData(path, data, -1);
            return stat.getEphemeralOwner() == current.getSessionId() ? stat : null;
        } catch (KeeperException.NoNodeException e) {
            return null;
        }
    }

    boolean delete(String path) throws KeeperException, InterruptedException {
        try {
            zk().delete(path, -1);
            return true;
        } catch (KeeperException.NoNodeException e) {
            return false;
        }
    }

    /** Deletes the children whose paths begin so, without waiting; none is left behind by a request of before. */
    void deleteSoon(String parent, String prefix) {
        ZooKeeper current = zk;
        if (current == null) {
            return;
        }
        AsyncCallback.ChildrenCallback found = (rc, path, context, children) -> {
            if (children != null) {
                children.stream()
                        .map(child -> parent + "/" + child)
                        .filter(child -> child.startsWith(prefix))
                        .forEach(this::deleteSoon);
            }
        };
        current.sync(parent, (rc, path, context) -> {}, null);
        current.getChildren(parent, false, found, null);
    }

    void deleteSoon(String path) {
        ZooKeeper current = zk;
        if (current != null) {
            current.delete(path, -1, (rc, asked, context) -> {}, null);
        }
    }

    /** The path has the attempt's id in it. */
    static KeeperException withoutPath(KeeperException e) {
        return KeeperException.create(e.code());
    }

    void close() {
        ZooKeeper current = zk;
        if (current != null) {
            try {
                current.close(CLOSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
