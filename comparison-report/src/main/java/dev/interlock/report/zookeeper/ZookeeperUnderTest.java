// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.backend.ServerStart;
import dev.interlock.testbed.server.ServerSource;
import dev.interlock.testbed.server.ZookeeperEnsemble;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperServers;

/** The backend for ZooKeeper, on one server or on an ensemble. */
public final class ZookeeperUnderTest {

    private ZookeeperUnderTest() {}

    /**
     * The backend on one server: a server that this run starts, or the one that the environment names.
     *
     * @return the backend
     */
    public static BackendUnderTest oneServer() {
        return new OneServer();
    }

    /**
     * The backend on an ensemble of three servers that this run starts.
     *
     * @return the backend
     */
    public static BackendUnderTest ensemble() {
        return new Ensemble();
    }

    private static final class OneServer implements BackendUnderTest {

        @Override
        public String name() {
            return "zookeeper";
        }

        @Override
        public boolean isSlow() {
            return true;
        }

        @Override
        public RunningBackend open() throws NoServerException {
            return ServerStart.from(
                    ZookeeperServer.locate(), () -> new RunningZookeeper(ZookeeperServers.of(ZookeeperServer.start())));
        }
    }

    private static final class Ensemble implements BackendUnderTest {

        @Override
        public String name() {
            return "zookeeper-3";
        }

        @Override
        public boolean isSlow() {
            return true;
        }

        @Override
        public RunningBackend open() throws NoServerException {
            ServerSource source = ZookeeperServer.locate();
            if (source instanceof ServerSource.Existing existing) {
                throw new NoServerException(source + " is not an ensemble of ours; unset " + existing.origin());
            }
            return ServerStart.from(source, () -> new RunningZookeeper(ZookeeperServers.of(ZookeeperEnsemble.start())));
        }
    }
}
