// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.Bench;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.testbed.server.ServerSource;
import dev.interlock.testbed.server.ZookeeperEnsemble;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperServers;

/** The backend for ZooKeeper, on an ensemble of three servers of our own. */
public final class ZookeeperEnsembleUnderTest implements BackendUnderTest {

    /** Three servers of our own. */
    public ZookeeperEnsembleUnderTest() {
        // Nothing to set up.
    }

    @Override
    public String name() {
        return "zookeeper-3";
    }

    /** The mutants run on one server. */
    @Override
    public Bench open() throws NoServerException {
        ServerSource source = ZookeeperServer.locate();
        if (source instanceof ServerSource.Unavailable) {
            throw new NoServerException(source.toString());
        }
        if (source instanceof ServerSource.Existing existing) {
            throw new NoServerException(source + " is not an ensemble of ours; unset " + existing.origin());
        }
        try {
            return new ZookeeperBench(ZookeeperServers.of(ZookeeperEnsemble.start()));
        } catch (IllegalStateException e) {
            throw new NoServerException(String.valueOf(e.getMessage()));
        }
    }
}
