// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import dev.interlock.LockSettings;
import java.util.List;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** The contenders on Redis. */
final class RedisContenders {

    static final List<Contender> ALL = List.of(
            new Contender("jedis", "Jedis: SET NX PX, EVALSHA", Role.FLOOR, false, RawRedisClient::open),
            new Contender(
                            "interlock",
                            "Interlock",
                            Role.INTERLOCK,
                            true,
                            (address, limits) -> InterlockClient.open(LockSettings.of(address.uri())))
                    .sharing(),
            new Contender(
                    "interlock-kept",
                    "Interlock, kept locks",
                    Role.INTERLOCK,
                    true,
                    (address, limits) -> InterlockClient.keeping(LockSettings.of(address.uri()))),
            new Contender("redisson", "Redisson " + Versions.of("redisson"), Role.PEER, true, RedissonLocks::leased)
                    .sharing(),
            spring("spring-pubsub", "pub/sub", RedisLockType.PUB_SUB_LOCK),
            spring("spring-spin", "spin", RedisLockType.SPIN_LOCK),
            new Contender("shedlock", "ShedLock " + Versions.of("shedlock"), Role.PEER, false, ShedLocks::redis));

    private RedisContenders() {}

    private static Contender spring(String id, String way, RedisLockType type) {
        String title = "Spring RedisLockRegistry " + Versions.of("spring-integration-redis") + ", " + way;
        return new Contender(id, title, Role.PEER, true, SpringLocks.redis(type));
    }
}
