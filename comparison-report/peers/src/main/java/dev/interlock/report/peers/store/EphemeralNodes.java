// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * The ephemeral nodes of a ZooKeeper server, as an operator sees them.
 *
 * @param session is connected
 * @param paths the nodes
 */
record EphemeralNodes(ZooKeeper session, List<String> paths) {

    private static final int SESSION_MILLIS = 10_000;
    private static final long LIMIT_SECONDS = 30;

    /** Those that a server has now. */
    static EphemeralNodes of(String connectString) {
        CountDownLatch connected = new CountDownLatch(1);
        try {
            ZooKeeper session = new ZooKeeper(connectString, SESSION_MILLIS, event -> {
                if (event.getState() == KeeperState.SyncConnected) {
                    connected.countDown();
                }
            });
            if (!connected.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                session.close();
                throw new IllegalStateException("no session at " + connectString + " within " + LIMIT_SECONDS + " s");
            }
            List<String> paths = new ArrayList<>();
            for (String path : ZKUtil.listSubTreeBFS(session, "/")) {
                Stat found = session.exists(path, false);
                if (found != null && found.getEphemeralOwner() != 0) {
                    paths.add(path);
                }
            }
            return new EphemeralNodes(session, paths);
        } catch (KeeperException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Deletes those that are still there. */
    void deleteAll() {
        for (String path : paths) {
            try {
                session.delete(path, -1);
            } catch (KeeperException.NoNodeException e) {
                // Its session has deleted it meanwhile.
            } catch (KeeperException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    void close() {
        try {
            session.close();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(e);
    }
}
