// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.memory.MemoryStore;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A store in which a client writes the end of its lease by its own wall clock. The next client compares that with its own
 * clock, when it acquires the lock or when it releases what it does not own.
 */
final class LeaseByClientClock extends ForwardingBackend {

    private final MemoryStore store;
    private final Map<String, Long> ends;
    private final boolean inReleases;

    private LeaseByClientClock(LockBackend to, MemoryStore store, Map<String, Long> ends, boolean inReleases) {
        super(to);
        this.store = store;
        this.ends = ends;
        this.inReleases = inReleases;
    }

    static MutantFixture inAcquisitions() {
        Map<String, Long> ends = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new LeaseByClientClock(backend, store, ends, false));
    }

    static MutantFixture inReleases() {
        Map<String, Long> ends = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new LeaseByClientClock(backend, store, ends, true));
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        String name = attempt.name().value();
        if (!inReleases) {
            compare(name);
        }
        AcquireOutcome outcome = step.get();
        if (outcome instanceof AcquireOutcome.Granted) {
            write(name, attempt.lease());
        }
        return outcome;
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        ReleaseOutcome outcome = super.release(attempt);
        if (inReleases && outcome instanceof ReleaseOutcome.NotOwner) {
            compare(attempt.name().value());
        }
        return outcome;
    }

    private void compare(String name) {
        Long end = ends.get(name);
        if (end != null && end <= context().clock().wallMillis()) {
            store.expire(name);
        }
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        RenewOutcome outcome = super.renew(grant, lease);
        if (outcome instanceof RenewOutcome.Renewed) {
            write(grant.attempt().name().value(), lease);
        }
        return outcome;
    }

    private void write(String name, Duration lease) {
        ends.put(name, context().clock().wallMillis() + lease.toMillis());
    }
}
