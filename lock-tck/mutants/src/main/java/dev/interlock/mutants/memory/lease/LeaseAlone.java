// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.forward.ForwardingBackend;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A store whose leases are separate records. They end with a release, and outlive locks that the store loses. A renewal
 * renews the lease without checking the lock.
 */
final class LeaseAlone extends ForwardingBackend {

    private final Map<AttemptId, Long> ends;

    private LeaseAlone(LockBackend to, Map<AttemptId, Long> ends) {
        super(to);
        this.ends = ends;
    }

    static LockFixture fixture() {
        Map<AttemptId, Long> ends = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new LeaseAlone(backend, ends));
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        AcquireOutcome outcome = step.get();
        if (outcome instanceof AcquireOutcome.Granted) {
            ends.put(
                    attempt.id(), context().clock().nanoTime() + attempt.lease().toNanos());
        }
        return outcome;
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        long sentNanos = context().clock().nanoTime();
        RenewOutcome outcome = super.renew(grant, lease);
        Long end = ends.get(grant.attempt().id());
        if (end == null || sentNanos - end >= 0) {
            return outcome;
        }
        ends.put(grant.attempt().id(), sentNanos + lease.toNanos());
        return new RenewOutcome.Renewed(sentNanos, lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        ends.remove(attempt.id());
        return super.release(attempt);
    }
}
