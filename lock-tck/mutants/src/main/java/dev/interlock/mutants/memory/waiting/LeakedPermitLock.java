// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.BrokenClientFixture;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingLock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A lock that lets one thread of its client at a time wait for the store, and leaks that permit when the thread
 * is interrupted.
 */
final class LeakedPermitLock extends ForwardingLock {

    private final Semaphore permit;

    private LeakedPermitLock(DistributedLock to, Semaphore permit) {
        super(to);
        this.permit = permit;
    }

    static MutantFixture fixture() {
        return BrokenClientFixture.inMemory((backend, options) -> {
            Map<String, Semaphore> permits = new ConcurrentHashMap<>();
            return new ForwardingClient(LockClient.using(backend, options)) {
                @Override
                public DistributedLock lock(String name) {
                    return new LeakedPermitLock(
                            super.lock(name), permits.computeIfAbsent(name, key -> new Semaphore(1)));
                }
            };
        });
    }

    @Override
    public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        Duration limit = Objects.requireNonNull(options.maxWait());
        if (!permit.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            return Optional.empty();
        }
        Optional<LockHandle> granted = super.tryAcquire(options);
        permit.release();
        return granted;
    }
}
