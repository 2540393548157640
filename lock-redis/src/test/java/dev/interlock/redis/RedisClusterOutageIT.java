// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockClient;
import dev.interlock.redis.tck.RedisClusterFixture;
import dev.interlock.tck.network.OutageTck;
import dev.interlock.testbed.server.RedisCluster;
import dev.interlock.testbed.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The limits of everything at a cluster of which no node says anything. Rules ERR-8 and ERR-9 are in the kit, too. */
@Tag("matrix")
class RedisClusterOutageIT extends OutageTck {

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Override
    protected LockClient client() {
        return LockClient.connect(cluster.uri());
    }

    @Override
    protected LockClient client(int port) {
        return LockClient.connect("redis-cluster://127.0.0.1:" + port);
    }

    @Override
    protected void freeze() {
        cluster.nodes().forEach(RedisServer::freeze);
    }

    @Override
    protected void thaw() {
        cluster.nodes().forEach(RedisServer::thaw);
    }

    @Override
    protected String name() {
        return new RedisClusterFixture(cluster).uniqueName();
    }
}
