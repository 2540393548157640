// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;
import org.apache.curator.retry.RetryOneTime;
import org.jspecify.annotations.Nullable;

/** Curator's locks with a listener to its connection, all threads of the client in one session. */
record CuratorLocks(CuratorFramework curator, ConnectionBelief connection) implements OpenClient {

    static OpenClient open(StoreAddress address, Limits limits) {
        CuratorFramework curator = connect(address, limits);
        return new CuratorLocks(curator, ConnectionBelief.of(curator));
    }

    static CuratorFramework connect(StoreAddress address, Limits limits) {
        CuratorFramework curator = CuratorFrameworkFactory.newClient(
                address.uri(),
                Math.toIntExact(limits.lease().toMillis()),
                Math.toIntExact(limits.connect().toMillis()),
                new RetryOneTime(1));
        curator.start();
        return curator;
    }

    @Override
    public NamedLock lock(String name) {
        return new Mutex(new InterProcessMutex(curator, path(name)), connection);
    }

    @Override
    public NamedLock reader(String name) {
        return new Mutex(new InterProcessReadWriteLock(curator, path(name)).readLock(), connection);
    }

    @Override
    public NamedLock writer(String name) {
        return new Mutex(new InterProcessReadWriteLock(curator, path(name)).writeLock(), connection);
    }

    @Override
    public NamedLock permit(String name, int limit) {
        return new Permit(new InterProcessSemaphoreV2(curator, path(name), limit), connection);
    }

    private static String path(String name) {
        return "/curator/" + name;
    }

    @Override
    public void close() {
        curator.close();
    }

    private record Mutex(InterProcessMutex mutex, ConnectionBelief connection) implements NamedLock {

        @Override
        public boolean acquire(Duration limit) throws Exception {
            return mutex.acquire(limit.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void release() throws Exception {
            mutex.release();
        }

        @Override
        public void releaseUnowned() throws Exception {
            mutex.release();
        }

        @Override
        public Belief belief() {
            return mutex.isOwnedByCurrentThread() ? connection.now() : Belief.LOST;
        }
    }

    private static final class Permit implements NamedLock {

        private final InterProcessSemaphoreV2 semaphore;
        private final ConnectionBelief connection;
        private @Nullable Lease lease;

        Permit(InterProcessSemaphoreV2 semaphore, ConnectionBelief connection) {
            this.semaphore = semaphore;
            this.connection = connection;
        }

        @Override
        public boolean acquire(Duration limit) throws Exception {
            Lease given = semaphore.acquire(limit.toMillis(), TimeUnit.MILLISECONDS);
            lease = given == null ? lease : given;
            return given != null;
        }

        @Override
        public void release() {
            semaphore.returnLease(Objects.requireNonNull(lease, "never granted"));
        }

        @Override
        public Belief belief() {
            return connection.now();
        }
    }
}
