// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A backend that records its client's requests. Thread-safe. */
class RecordingBackend extends ForwardingBackend {

    private final List<Attempt> attempts = new CopyOnWriteArrayList<>();
    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicInteger releases = new AtomicInteger();
    private final AtomicInteger inspections = new AtomicInteger();

    RecordingBackend(LockBackend to) {
        super(to);
    }

    /** Every attempt sent, repeated ones included. */
    final List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    /** The last attempt. It is the owner if it was granted. */
    final Attempt lastAttempt() {
        return attempts.get(attempts.size() - 1);
    }

    final int renewals() {
        return renewals.get();
    }

    /** Releases that were answered. */
    final int releases() {
        return releases.get();
    }

    /** Requests of every kind but renewals. */
    final int requests() {
        return attempts.size() + releases.get() + inspections.get();
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        attempts.add(attempt);
        return super.acquire(attempt, step);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        renewals.incrementAndGet();
        return super.renew(grant, lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        try {
            return super.release(attempt);
        } finally {
            releases.incrementAndGet();
        }
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        inspections.incrementAndGet();
        return super.inspect(name);
    }
}
