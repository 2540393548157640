// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockSettings;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.share.SharedLockCases;
import dev.interlock.testbed.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Locks that several may hold, on Redis. */
class RedisSharesIT extends SharedLockCases {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected LockBackend backend() {
        return RedisLockBackend.connecting(RedisSettings.ofServer(LockSettings.of(server.uri())));
    }
}
