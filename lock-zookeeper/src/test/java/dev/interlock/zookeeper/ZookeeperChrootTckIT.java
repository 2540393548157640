// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperFixture;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Every rule of the contract with an application's Curator client that has a chroot. */
@Tag("matrix")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZookeeperChrootTckIT extends LockTck {

    private ZookeeperServers servers;

    @BeforeAll
    void start() {
        ZookeeperServers plain = ZookeeperServers.of(ZookeeperServer.start());
        Runnable emptyAll = () -> {
            plain.emptyAll().run();
            createChroot(plain);
        };
        servers = new ZookeeperServers(
                plain.servers(), plain.source(), plain.restartAll(), emptyAll, plain.closeAll(), plain.operator());
    }

    private static void createChroot(ZookeeperServers servers) {
        servers.operator().warm("chroot");
    }

    @AfterAll
    void stop() {
        if (servers != null) {
            servers.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return ZookeeperFixture.ofControl(servers, new SharedCuratorOpener());
    }
}
