// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.testbed.server.EtcdCluster;
import java.util.function.Function;

/** Three servers that elect another leader. What was granted, a majority of them knows. */
record EtcdFailOver(EtcdCluster cluster, Function<String, LockBackend> opener) implements FailOver {

    @Override
    public LockBackend openBackend() {
        return opener.apply(cluster.endpoints());
    }

    @Override
    public String description() {
        return "the leader of a cluster of three servers was killed";
    }

    @Override
    public void holdBack() {
        // One of the two others has each grant before it is confirmed; only such a one can lead.
    }

    @Override
    public void run() {
        cluster.leader().kill();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
