// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.redis.tck.RedisAcknowledgedFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.RedisReplica;
import dev.interlock.testbed.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Every rule of the contract on a Redis primary whose replica confirms each grant. */
@Tag("matrix")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisAcknowledgedTckIT extends LockTck {

    private RedisServer primary;
    private RedisReplica replica;

    @BeforeAll
    void start() {
        primary = RedisServer.start();
        replica = RedisReplica.of(primary);
    }

    @AfterAll
    void stop() {
        if (replica != null) {
            replica.close();
        }
        if (primary != null) {
            primary.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return new RedisAcknowledgedFixture(primary, replica);
    }
}
