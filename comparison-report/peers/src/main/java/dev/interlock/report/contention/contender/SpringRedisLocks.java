// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Spring Integration's registry over Lettuce, the default of Spring Boot. */
record SpringRedisLocks(LettuceConnectionFactory connections, RedisLockRegistry registry) implements OpenClient {

    static SpringRedisLocks open(StoreAddress address, RedisLockType type) {
        LettuceConnectionFactory connections = Connections.lettuce(address);
        RedisLockRegistry registry = new RedisLockRegistry(connections, "spring", Limits.LEASE.toMillis());
        registry.setRedisLockType(type);
        return new SpringRedisLocks(connections, registry);
    }

    @Override
    public NamedLock named(String name) {
        return new JavaLock(registry.obtain(name));
    }

    @Override
    public void close() {
        registry.destroy();
        connections.destroy();
    }
}
