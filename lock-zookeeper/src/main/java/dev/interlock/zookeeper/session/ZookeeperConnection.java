// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.toolbox.DaemonThreads;
import dev.interlock.zookeeper.node.ZookeeperPaths;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.options.ZookeeperLockOptions.Server;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.server.ZooKeeperThread;
import org.jspecify.annotations.Nullable;

/** The client that keeps a session: ours, or one that the application shares. Thread-safe. */
public final class ZookeeperConnection {

    /**
     * The longest answer that is read, for a queue of 300,000 nodes. A longer one than is allowed breaks the connection,
     * and the client's usual megabyte, reached by 20,000 waiting clients, would take all locks of the session along.
     */
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private static final int CLOSE_MILLIS = 2_000;

    /** How often to check for a connection, since the listener is notified a little later. */
    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();

    private final CuratorFramework client;
    private final boolean ours;
    private final ZookeeperLockOptions options;
    private final ZookeeperErrors errors;
    private final ReentrantLock guard = new ReentrantLock();
    private final Condition changed = guard.newCondition();
    private final ConnectionStateListener waking = (any, state) -> wakeWaiters();
    private volatile @Nullable ConnectionStateListener listener;

    private ZookeeperConnection(
            CuratorFramework client, boolean ours, ZookeeperLockOptions options, ZookeeperErrors errors) {
        this.client = client;
        this.ours = ours;
        this.options = options;
        this.errors = errors;
    }

    public static ZookeeperConnection own(ZookeeperLockOptions options, ZookeeperErrors errors) {
        Server server = options.server();
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(server.connectString())
                .sessionTimeoutMs(Math.toIntExact(server.sessionTimeout().toMillis()))
                .connectionTimeoutMs(Math.toIntExact(server.connectTimeout().toMillis()))
                .retryPolicy(new RetryOneTime(1))
                // The connection string is what the user said; addresses the servers know of each other may not be
                // reachable from here.
                .ensembleTracker(false)
                .waitForShutdownTimeoutMs(CLOSE_MILLIS)
                .zkClientConfig(config(server));
        if (server.user() != null) {
            String login = server.user() + ":" + server.password();
            builder.authorization("digest", login.getBytes(StandardCharsets.UTF_8));
        }
        return new ZookeeperConnection(builder.build(), true, options, errors);
    }

    public static ZookeeperConnection borrowed(
            CuratorFramework client, ZookeeperLockOptions options, ZookeeperErrors errors) {
        return new ZookeeperConnection(client, false, options, errors);
    }

    /** Where locks are below a client's namespace. */
    public static ZookeeperPaths paths(CuratorFramework client, ZookeeperLockOptions options) {
        return ZookeeperPaths.of(client.getNamespace() == null ? "" : client.getNamespace(), options.base());
    }

    private static ZKClientConfig config(Server server) {
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty(ZKConfig.JUTE_MAXBUFFER, Integer.toString(MOST_BYTES));
        ZookeeperLockOptions.Tls tls = server.tls();
        if (tls != null) {
            config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
            config.setProperty(
                    ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
            set(config, "zookeeper.ssl.keyStore.location", tls.keyStore());
            set(config, "zookeeper.ssl.keyStore.password", tls.keyStorePassword());
            set(config, "zookeeper.ssl.trustStore.location", tls.trustStore());
            set(config, "zookeeper.ssl.trustStore.password", tls.trustStorePassword());
        }
        return config;
    }

    private static void set(ZKClientConfig config, String property, @Nullable String value) {
        if (value != null) {
            config.setProperty(property, value);
        }
    }

    /** Where locks are below this client's namespace, and below its chroot. */
    public ZookeeperPaths paths() {
        return paths(client, options);
    }

    /** The path that the client puts before each path that it sends; empty if none. */
    public String chroot() {
        String path = new ConnectStringParser(client.getZookeeperClient().getCurrentConnectionString()).getChrootPath();
        return path == null ? "" : path;
    }

    /** What new nodes get: with a login, they are the login's own. */
    public List<ACL> acl() {
        boolean open = switch (options.acl()) {
            case OPEN -> true;
            case CREATOR -> false;
            case AUTO -> options.server().user() == null;
        };
        return open ? ZookeeperAccess.OPEN : ZookeeperAccess.CREATOR;
    }

    /** Starts the client if it is ours, and reports every change of the connection's state from now on. */
    public void start(ConnectionStateListener changes) {
        listener = changes;
        client.getConnectionStateListenable().addListener(changes);
        client.getConnectionStateListenable().addListener(waking);
        if (ours) {
            client.start();
        }
    }

    private void wakeWaiters() {
        guard.lock();
        try {
            changed.signalAll();
        } finally {
            guard.unlock();
        }
    }

    /**
     * The session, connected at this moment; waits for that, but not longer than the limit.
     *
     * @throws LockUnavailableException if there is no connection by then; nothing was sent
     */
    public ZooKeeper connected(String failed, Duration limit) {
        if (Thread.currentThread() instanceof ZooKeeperThread) {
            throw new LockUnavailableException(
                    failed
                            + ": called on ZooKeeper's event thread, which would wait for itself:"
                            + " call from another thread",
                    null);
        }
        try {
            if (!isConnectedWithin(limit.toNanos())) {
                throw errors.unreachable(failed, "none within " + limit.toMillis() + " ms", null);
            }
            return client.getZookeeperClient().getZooKeeper();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw errors.unreachable(failed, "interrupted while waiting for it", e);
        } catch (LockUnavailableException e) {
            throw e;
        } catch (Exception e) {
            throw errors.unreachable(failed, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Not by Curator's own wait, which needs the monitor that Curator keeps while it gives up a session, for as long as
     * silent servers make it wait.
     */
    private boolean isConnectedWithin(long limitNanos) throws InterruptedException {
        if (client.getZookeeperClient().isConnected()) {
            return true;
        }
        guard.lock();
        try {
            long left = limitNanos;
            while (!client.getZookeeperClient().isConnected() && left > 0) {
                long look = Math.min(left, LOOK_NANOS);
                left -= look - changed.awaitNanos(look);
            }
            return client.getZookeeperClient().isConnected();
        } finally {
            guard.unlock();
        }
    }

    /** Whether this is the session that lives now, as far as is known here. */
    public boolean isCurrent(ZooKeeper session) {
        return session.getState().isAlive()
                && current().filter(now -> now == session).isPresent();
    }

    /** The session at this moment, without waiting; empty while there is none. */
    public Optional<ZooKeeper> current() {
        try {
            return Optional.of(client.getZookeeperClient().getZooKeeper());
        } catch (Exception e) {
            return Optional.empty();
        }
    }

    /**
     * Closes the client if it is ours, and waits for that, but not longer than the limit: to silent servers it says
     * goodbye for as long as a session lasts. It goes on without us then, so that the session ends if they come back.
     */
    public void close(Duration limit) {
        ConnectionStateListener notified = listener;
        if (notified != null) {
            client.getConnectionStateListenable().removeListener(notified);
            client.getConnectionStateListenable().removeListener(waking);
        }
        if (!ours) {
            return;
        }
        Thread closing = new DaemonThreads("interlock-zookeeper-close").newThread(client::close);
        closing.start();
        try {
            // A join of no time would have no limit.
            closing.join(Math.max(1, limit.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
