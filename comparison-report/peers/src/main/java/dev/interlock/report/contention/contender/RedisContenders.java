// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import dev.interlock.report.contention.contender.Contender.Opener;
import java.util.List;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** The contenders on Redis. */
final class RedisContenders {

    static final List<Contender> ALL = List.of(
            new Contender("jedis", "Jedis: SET NX PX, EVALSHA", Role.FLOOR, false, RawRedisClient::open),
            new Contender(
                    "interlock", "Interlock", Role.INTERLOCK, true, address -> InterlockClient.connect(address.uri())),
            new Contender("redisson", "Redisson " + Versions.of("redisson"), Role.PEER, true, RedissonLocks::open),
            spring("spring-pubsub", "pub/sub", RedisLockType.PUB_SUB_LOCK),
            spring("spring-spin", "spin", RedisLockType.SPIN_LOCK),
            new Contender("shedlock", "ShedLock " + Versions.of("shedlock"), Role.PEER, false, ShedLockClient::redis));

    private RedisContenders() {}

    private static Contender spring(String id, String way, RedisLockType type) {
        Opener opener = address -> SpringRedisLocks.open(address, type);
        String title = "Spring RedisLockRegistry " + Versions.of("spring-integration-redis") + ", " + way;
        return new Contender(id, title, Role.PEER, true, opener);
    }
}
