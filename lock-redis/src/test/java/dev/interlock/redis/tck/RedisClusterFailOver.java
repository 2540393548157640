// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.testbed.server.RedisCluster;
import dev.interlock.testbed.server.RedisClusterReplica;
import java.util.function.Function;

/** A cluster of one primary, which then serves every lock, and its replica. Replication is asynchronous. */
record RedisClusterFailOver(
        RedisCluster cluster, RedisClusterReplica replica, Function<RedisCluster, LockBackend> opener)
        implements FailOver {

    static RedisClusterFailOver start(Function<RedisCluster, LockBackend> opener) {
        RedisCluster cluster = RedisCluster.start(1);
        try {
            return new RedisClusterFailOver(
                    cluster, cluster.replicate(cluster.primaries().get(0)), opener);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(cluster);
    }

    @Override
    public String description() {
        return "the primary of the slot was killed, and a replica that the grant had not reached took over";
    }

    @Override
    public void holdBack() {
        replica.awaitInSync();
        replica.cutOff();
    }

    @Override
    public void run() {
        cluster.primaries().get(0).kill();
        replica.takeOver();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
