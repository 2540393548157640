// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.share.SharedLockCases;
import dev.interlock.testbed.server.ZookeeperServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Locks that several may hold, on ZooKeeper. */
class ZookeeperSharesIT extends SharedLockCases {

    private static ZookeeperServer server;

    @BeforeAll
    static void start() {
        server = ZookeeperServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected LockBackend backend() {
        return new ZookeeperLockBackendProvider().open(LockSettings.of("zookeeper://" + server.connectString()));
    }
}
