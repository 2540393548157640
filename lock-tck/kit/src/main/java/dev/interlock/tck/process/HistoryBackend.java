// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.LockPart;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Records every step against the store in a history, including the engine's own steps: renewals, compensations and
 * releases of late grants. Thread-safe.
 */
final class HistoryBackend extends ForwardingBackend {

    private final StepHistory history;

    HistoryBackend(LockBackend to, HistoryWriter history) {
        super(to);
        this.history = new StepHistory(history);
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        return history.acquire(part(attempt), attempt, step);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return history.renew(part(grant.attempt()), grant, lease, () -> super.renew(grant, lease), Function.identity());
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return history.release(part(attempt), attempt, () -> super.release(attempt));
    }

    @Override
    public Optional<ShareSteps> shares() {
        return super.shares().map(shares -> new HistoryShares(shares, history));
    }

    private static LockPart part(Attempt attempt) {
        return LockPart.exclusive(attempt.name().value());
    }
}
