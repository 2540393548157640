// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's locks in its default configuration.
 *
 * @param client the client
 * @param kind the kind of lock
 * @param use of a lock
 */
record RedissonLocks(
        RedissonClient client, BiFunction<RedissonClient, String, ? extends RLock> kind, Function<RLock, NamedLock> use)
        implements OpenClient {

    /** Locks without a lease, so that the watchdog renews them. */
    static Opener renewed(BiFunction<RedissonClient, String, ? extends RLock> kind) {
        return (address, limits) -> new RedissonLocks(connect(address, limits), kind, Renewed::new);
    }

    /** Locks with a lease, which no watchdog renews. */
    static OpenClient leased(StoreAddress address, Limits limits) {
        long lease = limits.lease().toMillis();
        return new RedissonLocks(connect(address, limits), RedissonClient::getLock, lock -> new Leased(lock, lease));
    }

    static RedissonClient connect(StoreAddress address, Limits limits) {
        Config config = new Config();
        config.setLockWatchdogTimeout(limits.lease().toMillis());
        config.useSingleServer().setAddress(address.uri());
        return Redisson.create(config);
    }

    /** Several keys as one lock. */
    static RLock multi(RedissonClient client, String name) {
        return client.getMultiLock(
                client.getLock(name + "-a"), client.getLock(name + "-b"), client.getLock(name + "-c"));
    }

    @Override
    public NamedLock lock(String name) {
        return use.apply(kind.apply(client, name));
    }

    @Override
    public NamedLock reader(String name) {
        return use.apply(client.getReadWriteLock(name).readLock());
    }

    @Override
    public NamedLock writer(String name) {
        return use.apply(client.getReadWriteLock(name).writeLock());
    }

    @Override
    public void close() {
        client.shutdown();
    }

    private record Leased(RLock lock, long leaseMillis) implements NamedLock {

        /** Waits without a limit. */
        @Override
        public boolean acquire(Duration limit) {
            lock.lock(leaseMillis, TimeUnit.MILLISECONDS);
            return true;
        }

        @Override
        public void release() {
            lock.unlock();
        }
    }

    private static final class Renewed implements NamedLock {

        private final RLock lock;
        private long token;

        Renewed(RLock lock) {
            this.lock = lock;
        }

        @Override
        public boolean acquire(Duration limit) throws InterruptedException {
            if (lock instanceof RFencedLock fenced) {
                Long given = fenced.tryLockAndGetToken(limit.toMillis(), TimeUnit.MILLISECONDS);
                token = given == null ? token : given;
                return given != null;
            }
            return lock.tryLock(limit.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void release() {
            lock.unlock();
        }

        @Override
        public void releaseUnowned() {
            lock.unlock();
        }

        @Override
        public long token() {
            return token;
        }

        /** This sends a request to the server. */
        @Override
        public Belief belief() {
            return lock.isHeldByCurrentThread() ? Belief.HELD : Belief.LOST;
        }
    }
}
