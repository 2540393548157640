// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.memory.MemoryStore;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A store in which a client writes the end of its lease by its own wall clock, and the next client compares its own. */
final class LeaseByClientClock extends ForwardingBackend {

    private final MemoryStore store;
    private final Map<String, Long> ends;

    private LeaseByClientClock(LockBackend to, MemoryStore store, Map<String, Long> ends) {
        super(to);
        this.store = store;
        this.ends = ends;
    }

    static MutantFixture fixture() {
        Map<String, Long> ends = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new LeaseByClientClock(backend, store, ends));
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        String name = attempt.name().value();
        Long end = ends.get(name);
        if (end != null && end <= context().clock().wallMillis()) {
            store.expire(name);
        }
        AcquireOutcome outcome = step.get();
        if (outcome instanceof AcquireOutcome.Granted) {
            write(name, attempt.lease());
        }
        return outcome;
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
