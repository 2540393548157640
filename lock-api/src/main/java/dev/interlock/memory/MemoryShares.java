// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.share.ShareRecords;
import dev.interlock.spi.toolbox.share.ShareSnapshot;
import dev.interlock.spi.toolbox.share.ShareUpdate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The records of the shared locks of one {@link MemoryStore}. Used under the guard of the store, except for wakes. */
final class MemoryShares {

    private final Map<LockName, Entry> entries = new HashMap<>();
    private final Map<AttemptId, CompletableFuture<Void>> waiters = new ConcurrentHashMap<>();
    private int sweepAt = MemoryStore.FIRST_SWEEP;
    private long lastToken;

    private record Entry(String text, long endMillis) {}

    /** The records as one client sees them: by its clock. */
    ShareRecords of(MemoryStore store, MemoryLockBackend client) {
        return new Records(store, client);
    }

    /** The number of names with a record. */
    int size() {
        return entries.size();
    }

    /** As a store that lost its data; those that wait ask again. */
    void clear() {
        entries.clear();
        waiters.values().forEach(waiter -> waiter.complete(null));
    }

    private <T> T change(
            LockName name, long nanos, Function<ShareSnapshot, ShareUpdate<T>> change, List<AttemptId> wake) {
        long now = TimeUnit.NANOSECONDS.toMillis(nanos);
        Entry entry = entries.get(name);
        ShareUpdate<T> update =
                change.apply(new ShareSnapshot(entry == null ? null : entry.text(), now, lastToken + 1, nanos));
        lastToken = Math.max(lastToken, update.lastToken());
        String text = update.text();
        if (text != null) {
            entries.put(name, new Entry(text, update.endMillis()));
        }
        if (update.endMillis() <= now) {
            entries.remove(name);
        } else if (entries.size() >= sweepAt) {
            entries.values().removeIf(one -> one.endMillis() <= now);
            sweepAt = Math.max(MemoryStore.FIRST_SWEEP, 2 * entries.size());
        }
        wake.addAll(update.wake());
        return update.result();
    }

    private final class Records implements ShareRecords {

        private final MemoryStore store;
        private final MemoryLockBackend client;

        private Records(MemoryStore store, MemoryLockBackend client) {
            this.store = store;
            this.client = client;
        }

        @Override
        public <T> T change(LockName name, Function<ShareSnapshot, ShareUpdate<T>> change) {
            List<AttemptId> wake = new ArrayList<>();
            long nanos = client.clock().nanoTime();
            T result = store.guarded(() -> MemoryShares.this.change(name, nanos, change, wake));
            for (AttemptId id : wake) {
                CompletableFuture<Void> waiter = waiters.get(id);
                if (waiter != null) {
                    waiter.complete(null);
                }
            }
            return result;
        }

        @Override
        public AcquireOutcome notAcquired(LockName name, Exception thrown) {
            return new AcquireOutcome.Unknown(thrown);
        }

        @Override
        public Exception sanitized(Exception thrown) {
            return thrown;
        }

        @Override
        public Wake wake(LockName name, AttemptId id) {
            return new MemoryWake(id);
        }
    }

    private final class MemoryWake implements ShareRecords.Wake {

        private final AttemptId id;

        private MemoryWake(AttemptId id) {
            this.id = id;
        }

        @Override
        public CompletableFuture<Void> next() {
            CompletableFuture<Void> signal = new CompletableFuture<>();
            waiters.put(id, signal);
            return signal;
        }

        @Override
        public boolean isLive() {
            return true;
        }

        @Override
        public void close() {
            waiters.remove(id);
        }
    }
}
