// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.guard;

import dev.interlock.redis.ApplicationClient;
import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.testbed.server.RedisServer;
import java.util.UUID;
import redis.clients.jedis.UnifiedJedis;

/** A server with locks, and a client for guarded keys on it. */
final class GuardBench implements AutoCloseable {

    final RedisServer server;
    final RedisFixture fixture;
    final UnifiedJedis jedis;

    GuardBench(String... configuration) {
        server = RedisServer.start(configuration);
        fixture = new RedisFixture(server);
        jedis = ApplicationClient.of(server);
    }

    RedisGuardedStore store(RedisFencingGuard guard, String lockName) {
        return new RedisGuardedStore(
                guard, jedis, "number:" + UUID.randomUUID() + ":" + RedisFencingGuard.tag(lockName));
    }

    @Override
    public void close() {
        jedis.close();
        server.close();
    }
}
