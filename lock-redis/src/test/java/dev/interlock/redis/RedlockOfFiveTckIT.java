// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.redis.tck.RedlockFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.RedisGroup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Every rule of the contract on a majority of five independent servers. */
@Tag("matrix")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedlockOfFiveTckIT extends LockTck {

    private RedisGroup group;

    @BeforeAll
    void start() {
        group = RedisGroup.start(5);
    }

    @AfterAll
    void stop() {
        if (group != null) {
            group.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return new RedlockFixture(group);
    }
}
