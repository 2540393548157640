// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.server.RedisServer;
import dev.interlock.tck.soak.SoakTck;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Processes, faults and a real Redis of its own, which a restart empties. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisSoakIT extends SoakTck {

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
        return new RedisFixture(server);
    }
}
