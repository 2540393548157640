// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import dev.interlock.DistributedLock;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.DistributedSemaphore;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import java.time.Duration;
import java.util.List;

/** The locks of one client that several may hold. Thread-safe. */
public final class SharedLocks {

    private final ShareBackend backend;
    private final ShareSteps shares;
    private final PartLocks locks;
    private final ClientThreads threads;
    private final ReadGroups groups;
    private final PartIndexes indexes;

    /**
     * No locks so far.
     *
     * @param backend what {@link #backend} made for the engine of the parts
     * @param shares of the store
     * @param locks the engine of the parts
     * @param threads of that engine
     * @param alone how long readers join without a question to the store whether others wait
     */
    public SharedLocks(LockBackend backend, ShareSteps shares, PartLocks locks, ClientThreads threads, Duration alone) {
        this.backend = (ShareBackend) backend;
        this.shares = shares;
        this.locks = locks;
        this.threads = threads;
        groups = new ReadGroups(threads.machine, alone.toNanos());
        indexes = new PartIndexes(threads.machine.lock());
    }

    /** The backend for the engine of the parts. */
    public static LockBackend backend(LockBackend store, ShareSteps shares) {
        return new ShareBackend(store, shares);
    }

    public DistributedReadWriteLock readWrite(LockName name) {
        return new ReadWrite(
                name.value(),
                new ReadLock(PartName.of(name, Share.READ), locks, threads, groups, indexes, backend),
                locks.lock(PartName.of(name, Share.WRITE).name(), name));
    }

    public DistributedSemaphore semaphore(LockName name, int limit) {
        if (limit < 1 || limit == Share.UNLIMITED) {
            throw new IllegalArgumentException("limit must be 1 to " + (Share.UNLIMITED - 1) + " but was " + limit);
        }
        return new Semaphore(name, limit);
    }

    /** The client closes: the waits end that are not those of the engine of the parts. */
    public void close() {
        indexes.close();
    }

    /** True while nothing is held, acquired or waited for. */
    public boolean isEmpty() {
        return groups.isEmpty() && indexes.isEmpty();
    }

    private final class Semaphore implements DistributedSemaphore {

        private final LockName name;
        private final int limit;

        private Semaphore(LockName name, int limit) {
            this.name = name;
            this.limit = limit;
        }

        @Override
        public String name() {
            return name.value();
        }

        @Override
        public int limit() {
            return limit;
        }

        @Override
        public DistributedLock permits(int count) {
            return new PermitLock(PartName.of(name, new Share(count, limit)), locks, threads, indexes);
        }

        @Override
        public List<Holder> holders() {
            return shares.inspect(name);
        }

        @Override
        public String toString() {
            return "DistributedSemaphore['" + name + "' with " + limit + " permits on " + locks.store() + "]";
        }
    }

    private record ReadWrite(String name, DistributedLock read, DistributedLock write)
            implements DistributedReadWriteLock {}
}
