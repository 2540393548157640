// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.tck.soak.SoakTck;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperFixture;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import org.junit.jupiter.api.Tag;

/** Processes, faults and a real ZooKeeper server of its own. */
@Tag("nightly")
class ZookeeperSoakIT extends SoakTck<ZookeeperServers> {

    ZookeeperSoakIT() {
        super(() -> ZookeeperServers.of(ZookeeperServer.start()), ZookeeperFixture::new);
    }
}
