// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import dev.interlock.report.contention.contender.Connections;
import dev.interlock.report.contention.contender.StoreAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's locks without a lease, so that its watchdog renews them. */
record RedissonPeer(RedissonClient client, BiFunction<RedissonClient, String, ? extends RLock> kind)
        implements PeerClient {

    static Peer.Opener opener(BiFunction<RedissonClient, String, ? extends RLock> kind) {
        return (StoreAddress address, Duration lease) -> new RedissonPeer(Connections.redisson(address, lease), kind);
    }

    /** Several keys as one lock. */
    static RLock multi(RedissonClient client, String name) {
        return client.getMultiLock(
                client.getLock(name + "-a"), client.getLock(name + "-b"), client.getLock(name + "-c"));
    }

    @Override
    public PeerLock lock(String name) {
        return new Lock(kind.apply(client, name));
    }

    @Override
    public void close() {
        client.shutdown();
    }

    private static final class Lock implements PeerLock {

        private final RLock lock;
        private long token;

        Lock(RLock lock) {
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
