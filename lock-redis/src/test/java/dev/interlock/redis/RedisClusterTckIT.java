// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.redis.tck.RedisClusterFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.RedisCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Every rule of the contract on a cluster of three primaries; in the profile matrix, since it takes longer than others. */
@Tag("matrix")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisClusterTckIT extends LockTck {

    private RedisCluster cluster;

    @BeforeAll
    void start() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return new RedisClusterFixture(cluster);
    }
}
