// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.forward.ForwardingShares;
import dev.interlock.tck.history.LockPart;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Records every step of locks that several may hold. Thread-safe. */
final class HistoryShares extends ForwardingShares {

    private final StepHistory history;

    /** What each attempt that may be a holder asked for, until its release has an answer. */
    private final Map<AttemptId, LockPart> parts = new ConcurrentHashMap<>();

    HistoryShares(ShareSteps to, StepHistory history) {
        super(to);
        this.history = history;
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Share share, Supplier<AcquireOutcome> step) {
        LockPart part = LockPart.shared(attempt.name().value(), share);
        parts.put(attempt.id(), part);
        AcquireOutcome outcome = history.acquire(part, attempt, step);
        if (outcome instanceof AcquireOutcome.Contended || outcome instanceof AcquireOutcome.Refused) {
            parts.remove(attempt.id());
        }
        return outcome;
    }

    @Override
    public Renewal renew(Grant grant, Duration lease) {
        return history.renew(part(grant.attempt()), grant, lease, () -> super.renew(grant, lease), Renewal::outcome);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        ReleaseOutcome outcome = history.release(part(attempt), attempt, () -> super.release(attempt));
        if (!(outcome instanceof ReleaseOutcome.Unknown)) {
            parts.remove(attempt.id());
        }
        return outcome;
    }

    /** A release may be repeated, also one that had an answer. */
    private LockPart part(Attempt attempt) {
        return parts.getOrDefault(attempt.id(), LockPart.shared(attempt.name().value(), Share.READ));
    }
}
