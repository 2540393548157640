// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;

/**
 * Redisson's two semaphores in its default configuration. Each client sets the number of permits before it uses them, as
 * Redisson documents it; only the first call has an effect.
 *
 * @param client the client
 * @param kind makes a semaphore's client side
 */
record RedissonPermits(RedissonClient client, Kind kind) implements OpenClient {

    /** A kind of semaphore. */
    @FunctionalInterface
    interface Kind {
        NamedLock of(RedissonClient client, String name, int limit);
    }

    /** Permits that are counted and have no lease. */
    static OpenClient counted(StoreAddress address, Limits limits) {
        return new RedissonPermits(RedissonLocks.connect(address, limits), (client, name, limit) -> {
            RSemaphore semaphore = client.getSemaphore(name);
            semaphore.trySetPermits(limit);
            return new Counted(semaphore);
        });
    }

    /** Permits with an id and a lease. */
    static OpenClient leased(StoreAddress address, Limits limits) {
        return new RedissonPermits(RedissonLocks.connect(address, limits), (client, name, limit) -> {
            RPermitExpirableSemaphore semaphore = client.getPermitExpirableSemaphore(name);
            semaphore.trySetPermits(limit);
            return new Leased(semaphore, limits.lease().toMillis());
        });
    }

    @Override
    public NamedLock lock(String name) {
        return permit(name, 1);
    }

    @Override
    public NamedLock permit(String name, int limit) {
        return kind.of(client, name, limit);
    }

    @Override
    public void close() {
        client.shutdown();
    }

    private record Counted(RSemaphore semaphore) implements NamedLock {

        @Override
        public boolean acquire(Duration limit) throws InterruptedException {
            return semaphore.tryAcquire(limit);
        }

        @Override
        public void release() {
            semaphore.release();
        }

        @Override
        public void releaseUnowned() {
            semaphore.release();
        }
    }

    private static final class Leased implements NamedLock {

        private final RPermitExpirableSemaphore semaphore;
        private final long leaseMillis;
        private @Nullable String permit;

        Leased(RPermitExpirableSemaphore semaphore, long leaseMillis) {
            this.semaphore = semaphore;
            this.leaseMillis = leaseMillis;
        }

        @Override
        public boolean acquire(Duration limit) throws InterruptedException {
            String given = semaphore.tryAcquire(limit.toMillis(), leaseMillis, TimeUnit.MILLISECONDS);
            permit = given == null ? permit : given;
            return given != null;
        }

        @Override
        public void release() {
            semaphore.release(Objects.requireNonNull(permit, "never granted"));
        }

        /** A renewal, which is a request to the server, is the check. */
        @Override
        public Belief belief() {
            return semaphore.updateLeaseTime(
                            Objects.requireNonNull(permit, "never granted"), leaseMillis, TimeUnit.MILLISECONDS)
                    ? Belief.HELD
                    : Belief.LOST;
        }
    }
}
