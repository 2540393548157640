// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockSettings;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.process.BackendOpener;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.options.ZookeeperSettings;
import dev.interlock.zookeeper.session.ZookeeperAccess;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.ConnectionLossException;
import org.apache.zookeeper.KeeperException.NodeExistsException;

/**
 * Opens backends on an application's Curator client whose connect string ends with the chroot {@value #CHROOT}, in this
 * process or in another. The locks' base is the chroot itself, so the nodes are where the kit looks for them.
 */
public final class SharedCuratorOpener implements BackendOpener, Function<String, LockBackend> {

    static final String CHROOT = "/interlock";

    private static final int CONNECT_SECONDS = 5;

    /** For client processes, too. */
    public SharedCuratorOpener() {
        // Nothing to keep.
    }

    @Override
    public LockBackend open(String uri) {
        ZookeeperLockOptions options = ZookeeperSettings.read(LockSettings.of(uri));
        ZookeeperLockOptions.Server server = options.server();
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(server.connectString() + CHROOT)
                .sessionTimeoutMs(Math.toIntExact(server.sessionTimeout().toMillis()))
                .connectionTimeoutMs(Math.toIntExact(server.connectTimeout().toMillis()))
                .retryPolicy(new RetryOneTime(1))
                .ensembleTracker(false)
                .build();
        client.start();
        return new Sharing(ZookeeperLockBackend.using(client, options.withBase("")), client);
    }

    @Override
    public LockBackend apply(String uri) {
        return open(uri);
    }

    /** A backend with the client that it shares: closing it closes the client, too. */
    private static final class Sharing extends ForwardingBackend {

        private final CuratorFramework client;

        Sharing(LockBackend to, CuratorFramework client) {
            super(to);
            this.client = client;
        }

        @Override
        public void start(BackendContext context) {
            createChroot();
            super.start(context);
        }

        /** A client with a chroot creates the chroot as its root. Rules start servers of their own, which have none. */
        private void createChroot() {
            try {
                if (client.blockUntilConnected(CONNECT_SECONDS, TimeUnit.SECONDS)) {
                    client.getZookeeperClient()
                            .getZooKeeper()
                            .create("/", new byte[0], ZookeeperAccess.OPEN, CreateMode.PERSISTENT);
                }
            } catch (NodeExistsException e) {
                // As in most rules.
            } catch (ConnectionLossException e) {
                // The start will say so.
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Optional<BulkSteps> bulk() {
            return to().bulk();
        }

        @Override
        public void close() {
            to().close();
            client.close();
        }
    }
}
