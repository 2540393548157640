// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.ZookeeperEnsemble;
import dev.interlock.zookeeper.tck.ZookeeperFixture;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Every rule of the contract on an ensemble of three. */
@Tag("matrix")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ZookeeperEnsembleTckIT extends LockTck {

    private ZookeeperServers servers;

    @BeforeAll
    void start() {
        servers = ZookeeperServers.of(ZookeeperEnsemble.start());
    }

    @AfterAll
    void stop() {
        if (servers != null) {
            servers.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return new ZookeeperFixture(servers);
    }
}
