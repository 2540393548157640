// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockHandle;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.BrokenClientFixture;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingLock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A lock that waits until its client's wall clock shows a certain time. */
final class WallClockWait extends ForwardingLock {

    private final LockClock clock;

    private WallClockWait(DistributedLock to, LockClock clock) {
        super(to);
        this.clock = clock;
    }

    static MutantFixture fixture() {
        return BrokenClientFixture.inMemory((backend, options) ->
                new ForwardingClient(LockClient.using(backend, options)) {
                    @Override
                    public DistributedLock lock(String name) {
                        LockClock clock = options.clock();
                        return clock == null ? super.lock(name) : new WallClockWait(super.lock(name), clock);
                    }
                });
    }

    @Override
    public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        Duration limit = Objects.requireNonNull(options.maxWait());
        long end = clock.wallMillis() + limit.toMillis();
        Optional<LockHandle> granted = to().tryAcquire();
        while (granted.isEmpty() && clock.wallMillis() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            granted = to().tryAcquire();
        }
        return granted;
    }
}
