// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.Bench;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.testbed.server.ServerSource;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperServers;

/** The backend for ZooKeeper, on the one server that {@link ZookeeperServer} finds. */
public final class ZookeeperUnderTest implements BackendUnderTest {

    /** A server of our own, or the one that the environment names. */
    public ZookeeperUnderTest() {
        // Nothing to set up.
    }

    @Override
    public String name() {
        return "zookeeper";
    }

    @Override
    public Bench open() throws NoServerException {
        ServerSource source = ZookeeperServer.locate();
        if (source instanceof ServerSource.Unavailable) {
            throw new NoServerException(source.toString());
        }
        try {
            return new ZookeeperBench(ZookeeperServers.of(ZookeeperServer.start()));
        } catch (IllegalStateException e) {
            throw new NoServerException(String.valueOf(e.getMessage()));
        }
    }
}
