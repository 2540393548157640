// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.defect;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A backend that translates: the store gets a different request, or the caller a different answer. */
public abstract class TranslatingBackend extends ForwardingBackend {

    protected TranslatingBackend(LockBackend to) {
        super(to);
    }

    /** A backend that maps different names to one name. */
    public static LockBackend names(LockBackend to, UnaryOperator<String> fold) {
        return new TranslatingBackend(to) {
            @Override
            protected LockName stored(LockName name) {
                return new LockName(fold.apply(name.value()));
            }
        };
    }

    /** A backend that asks for another lease. */
    public static LockBackend leases(LockBackend to, UnaryOperator<Duration> change) {
        return new TranslatingBackend(to) {
            @Override
            protected Attempt stored(Attempt attempt) {
                Duration lease = change.apply(attempt.lease());
                return Attempt.of(attempt.name(), attempt.id(), lease, attempt.tokens(), attempt.holderHint());
            }
        };
    }

    /** The name that the store gets. */
    protected LockName stored(LockName name) {
        return name;
    }

    /** The attempt that the store gets. */
    protected Attempt stored(Attempt attempt) {
        return Attempt.of(
                stored(attempt.name()), attempt.id(), attempt.lease(), attempt.tokens(), attempt.holderHint());
    }

    /** The token that the caller gets. */
    protected long token(Attempt attempt, long stored) {
        return stored;
    }

    private AcquireOutcome answered(Attempt attempt, AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            Grant grant = granted.grant();
            return new AcquireOutcome.Granted(
                    Grant.of(attempt, token(attempt, grant.token()), grant.sentNanos(), attempt.lease()));
        }
        return outcome;
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return acquire(attempt, () -> answered(attempt, to().tryAcquire(stored(attempt))));
    }

    @Override
    public Contest contest(Attempt attempt) {
        Contest contest = to().contest(stored(attempt));
        Supplier<AcquireOutcome> step = () -> answered(attempt, contest.attempt());
        return new ForwardingContest(contest) {
            @Override
            public AcquireOutcome attempt() {
                return acquire(attempt, step);
            }
        };
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return to().renew(Grant.of(stored(grant.attempt()), grant.token(), grant.sentNanos(), grant.lease()), lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return to().release(stored(attempt));
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return to().inspect(stored(name));
    }
}
