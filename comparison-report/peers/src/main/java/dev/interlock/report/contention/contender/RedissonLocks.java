// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's lock with a lease, in its default configuration. */
record RedissonLocks(RedissonClient client) implements OpenClient {

    static RedissonLocks open(StoreAddress address) {
        return new RedissonLocks(Connections.redisson(address, Limits.LEASE));
    }

    @Override
    public NamedLock named(String name) {
        return new NamedLock() {
            private final RLock lock = client.getLock(name);

            @Override
            public void lock() {
                lock.lock(Limits.LEASE.toMillis(), TimeUnit.MILLISECONDS);
            }

            @Override
            public void unlock() {
                lock.unlock();
            }
        };
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
