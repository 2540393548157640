// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.guard.FencingClaim;
import dev.interlock.redis.guard.RedisFencingGuard;
import dev.interlock.redis.guard.RedisGuardedStore;
import dev.interlock.report.benchmark.Contender;
import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.tck.guard.GuardedStore;
import dev.interlock.testbed.server.RedisServer;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;

/** The guard of lock-redis, in front of keys of a server. */
final class RedisGuard implements GuardUnderTest {

    private static final String INCREMENT = "return redis.call('INCR', KEYS[1])";

    private final RedisServer server;
    private final UnifiedJedis jedis;
    private final RedisFencingGuard guard;

    /** A guard on these connections, which stay open. */
    RedisGuard(RedisServer server, UnifiedJedis jedis) {
        this.server = server;
        this.jedis = jedis;
        this.guard = RedisFencingGuard.using(jedis);
    }

    @Override
    public String name() {
        return "Redis";
    }

    @Override
    public GuardedStore store(String lockName) {
        return new RedisGuardedStore(guard, jedis, key(lockName));
    }

    private static String key(String lockName) {
        return "number:" + UUID.randomUUID() + ":" + RedisFencingGuard.tag(lockName);
    }

    @Override
    public String update() {
        return "runs a script that increments a key";
    }

    @Override
    public Contender.Operation guarded(FencingClaim claim) {
        List<String> keys = List.of(key(claim.lock().value()));
        return () -> guard.eval(claim, INCREMENT, keys, List.of());
    }

    @Override
    public Contender.Operation plain() {
        List<String> keys = List.of(key("plain"));
        String digest = jedis.scriptLoad(INCREMENT);
        return () -> jedis.evalsha(digest, keys, List.of());
    }

    @Override
    public @Nullable RequestCounter counter() {
        return server.ownsProcess() ? RedisRequestCounter.ofScripts(server) : null;
    }

    @Override
    public void close() {
        // There are no resources of its own.
    }
}
