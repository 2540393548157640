// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LossWatch;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One client's watch over its locks in a {@link MemoryStore}. */
final class MemoryLossWatch implements LossWatch {

    private final MemoryStore store;
    private final MemoryLockBackend client;
    private final Set<AttemptId> watched = ConcurrentHashMap.newKeySet();

    MemoryLossWatch(MemoryStore store, MemoryLockBackend client) {
        this.store = store;
        this.client = client;
    }

    @Override
    public void begin(Grant grant) {
        watched.add(grant.attempt().id());
        if (!store.isOwner(grant.attempt(), client.clock().nanoTime())) {
            deleted(grant.attempt().id());
        }
    }

    @Override
    public void end(Grant grant) {
        watched.remove(grant.attempt().id());
    }

    /** The store no longer has the lock of an attempt. */
    void deleted(AttemptId id) {
        if (watched.contains(id)) {
            client.reportLost(id, "the lock was deleted in the store in memory");
        }
    }
}
