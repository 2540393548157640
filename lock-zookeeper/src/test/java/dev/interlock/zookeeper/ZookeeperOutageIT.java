// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockClient;
import dev.interlock.tck.network.OutageTck;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperFixture;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The limits of everything at a ZooKeeper server that says nothing. */
class ZookeeperOutageIT extends OutageTck {

    private static ZookeeperServers servers;

    @BeforeAll
    static void start() {
        servers = ZookeeperServers.of(ZookeeperServer.start());
    }

    @AfterAll
    static void stop() {
        if (servers != null) {
            servers.close();
        }
    }

    @Override
    protected LockClient client() {
        return client(servers.servers().get(0).port());
    }

    @Override
    protected LockClient client(int port) {
        return LockClient.connect("zookeeper://127.0.0.1:" + port);
    }

    @Override
    protected void freeze() {
        servers.servers().get(0).freeze();
    }

    @Override
    protected void thaw() {
        servers.servers().get(0).thaw();
    }

    @Override
    protected String name() {
        return new ZookeeperFixture(servers).uniqueName();
    }
}
