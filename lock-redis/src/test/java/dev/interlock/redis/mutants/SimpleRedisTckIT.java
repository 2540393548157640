// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** What the mutants are made from keeps every rule: so it is the mutation that the rules catch. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("nightly")
class SimpleRedisTckIT extends LockTck {

    private RedisServer server;

    @BeforeAll
    void start() {
        server = RedisServer.start();
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return new RedisFixture(server, SimpleRedis.STEPS, SimpleRedis::new);
    }
}
