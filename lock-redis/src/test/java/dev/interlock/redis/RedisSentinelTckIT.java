// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.redis.tck.RedisSentinelFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.RedisSentinelGroup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Every rule of the contract on a Redis primary that Sentinels name. */
@Tag("matrix")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisSentinelTckIT extends LockTck {

    private RedisSentinelGroup group;

    @BeforeAll
    void start() {
        group = RedisSentinelGroup.start(RedisSentinelFixture.DOWN_AFTER);
    }

    @AfterAll
    void stop() {
        if (group != null) {
            group.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return new RedisSentinelFixture(group);
    }
}
