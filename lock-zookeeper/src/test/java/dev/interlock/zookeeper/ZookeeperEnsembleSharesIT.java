// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.share.SharedLockCases;
import dev.interlock.testbed.server.ZookeeperEnsemble;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Locks that several may hold, by clients that each hang on another server of an ensemble: none shows all at once. */
@Tag("matrix")
class ZookeeperEnsembleSharesIT extends SharedLockCases {

    private static final AtomicInteger CLIENTS = new AtomicInteger();

    private static ZookeeperServers servers;

    @BeforeAll
    static void start() {
        servers = ZookeeperServers.of(ZookeeperEnsemble.start());
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Override
    protected LockBackend backend() {
        int server = CLIENTS.getAndIncrement() % servers.servers().size();
        String address = servers.servers().get(server).connectString();
        return new ZookeeperLockBackendProvider().open(LockSettings.of("zookeeper://" + address));
    }
}
