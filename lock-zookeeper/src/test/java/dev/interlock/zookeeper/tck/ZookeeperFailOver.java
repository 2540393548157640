// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.testbed.server.ZookeeperEnsemble;
import java.util.function.Function;

/** Three servers that elect another leader. What was granted, a majority of them knows. */
record ZookeeperFailOver(
        ZookeeperEnsemble ensemble, ZookeeperServers servers, Function<ZookeeperServers, LockBackend> opener)
        implements FailOver {

    static ZookeeperFailOver start(Function<ZookeeperServers, LockBackend> opener) {
        ZookeeperEnsemble ensemble = ZookeeperEnsemble.start();
        return new ZookeeperFailOver(ensemble, ZookeeperServers.of(ensemble), opener);
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(servers);
    }

    @Override
    public String description() {
        return "the leader of an ensemble of three servers was killed";
    }

    @Override
    public void holdBack() {
        // One of the two others has each grant before it is confirmed; only such a one can lead.
    }

    @Override
    public void run() {
        ensemble.leader().kill();
    }

    @Override
    public void close() {
        servers.close();
    }
}
