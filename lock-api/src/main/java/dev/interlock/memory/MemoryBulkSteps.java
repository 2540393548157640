// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The steps for many locks in memory, each of them under the guard of the store from its beginning to its end. */
final class MemoryBulkSteps implements BulkSteps {

    private final MemoryStore store;
    private final MemoryLockBackend client;

    MemoryBulkSteps(MemoryStore store, MemoryLockBackend client) {
        this.store = store;
        this.client = client;
    }

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return true;
    }

    /** As a try for one lock, it overtakes nobody who waits for any of them. */
    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        return store.guarded(() -> {
            // One reading for all: what is free at the look is free at the grant.
            long now = client.clock().nanoTime();
            for (Attempt attempt : attempts) {
                Duration busy = store.busyFor(attempt, null, now);
                if (busy != null) {
                    return new AcquireAllOutcome.Contended(attempt.name(), busy);
                }
            }
            List<Grant> grants = new ArrayList<>(attempts.size());
            attempts.forEach(attempt -> grants.add(store.grant(attempt, client, null, now)));
            return new AcquireAllOutcome.Granted(grants);
        });
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        return store.guarded(
                () -> grants.stream().map(grant -> client.renew(grant, lease)).toList());
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        return store.guarded(() -> attempts.stream().map(client::release).toList());
    }
}
