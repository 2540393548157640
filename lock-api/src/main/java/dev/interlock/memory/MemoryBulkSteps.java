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

/** The steps for a set of locks in memory. Each step runs as a whole under the guard of the store. */
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

    /** Does not overtake waiters of these locks, like a try for one lock. */
    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        List<Runnable> recalls = new ArrayList<>(1);
        AcquireAllOutcome outcome = store.guarded(() -> {
            // One reading for all locks: a lock that is free when it is checked is still free when it is granted.
            long now = client.clock().nanoTime();
            for (Attempt attempt : attempts) {
                Duration busy = store.busyFor(attempt, null, now);
                if (busy != null) {
                    recalls.addAll(store.recalls(attempt, client));
                    return new AcquireAllOutcome.Contended(attempt.name(), busy);
                }
            }
            List<Grant> grants = new ArrayList<>(attempts.size());
            attempts.forEach(attempt -> grants.add(store.grant(attempt, client, null, now)));
            return new AcquireAllOutcome.Granted(grants);
        });
        recalls.forEach(Runnable::run);
        return outcome;
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
