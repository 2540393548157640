// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.report.contention.contender.Connections;
import dev.interlock.report.contention.contender.StoreAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** ShedLock, which is meant for scheduled jobs: it tries once, and holds for {@code lockAtMostFor} at most. */
record ShedLockPeer(LockProvider provider, Duration atMost, Runnable end) implements PeerClient {

    /** The minimum of {@code KeepAliveLockProvider}. */
    static final Duration LEAST_KEPT_ALIVE = Duration.ofSeconds(30);

    static PeerClient redis(StoreAddress address, Duration atMost) {
        LettuceConnectionFactory connections = Connections.lettuce(address);
        return new ShedLockPeer(new RedisLockProvider(connections), atMost, connections::destroy);
    }

    static PeerClient sql(StoreAddress address, Duration atMost) {
        HikariDataSource pool = SqlPeers.pool(address);
        return new ShedLockPeer(Connections.shedLock(pool, UUID.randomUUID().toString()), atMost, pool::close);
    }

    /** Extends a lock at half of its time, as long as the JVM lives. */
    static PeerClient keptAlive(StoreAddress address, Duration atMost) {
        HikariDataSource pool = SqlPeers.pool(address);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        LockProvider provider = new KeepAliveLockProvider(
                Connections.shedLock(pool, UUID.randomUUID().toString()), timer);
        return new ShedLockPeer(provider, atMost, () -> {
            timer.shutdownNow();
            pool.close();
        });
    }

    @Override
    public PeerLock lock(String name) {
        return new Lock(name);
    }

    @Override
    public void close() {
        end.run();
    }

    private final class Lock implements PeerLock {

        private final String name;
        private @Nullable SimpleLock held;

        Lock(String name) {
            this.name = name;
        }

        @Override
        public boolean acquire(Duration limit) {
            Optional<SimpleLock> granted =
                    provider.lock(new LockConfiguration(ClockProvider.now(), name, atMost, Duration.ZERO));
            granted.ifPresent(each -> held = each);
            return granted.isPresent();
        }

        @Override
        public void release() {
            held().unlock();
        }

        /** Checks by an extension, which ShedLock refuses when the lock is lost. */
        @Override
        public Belief belief() {
            Optional<SimpleLock> extended = held().extend(atMost, Duration.ZERO);
            extended.ifPresent(each -> held = each);
            return extended.isPresent() ? Belief.HELD : Belief.LOST;
        }

        private SimpleLock held() {
            if (held == null) {
                throw new IllegalStateException("never granted");
            }
            return held;
        }
    }
}
