// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.AcquireOptions;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Mutants whose steps take several requests, a connection of a pool, or the rest of an outage, and go wrong with it. */
public final class StepMutants {

    private static final int CONNECTIONS = 8;

    private StepMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "step-second-request-refused",
                        "an acquisition is called refused if its second request, after the grant, finds no connection",
                        Set.of(Rule.ERR_2),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), SecondRefused::new)),
                new Mutant(
                        "step-acquire-believed",
                        "an acquisition is called granted if its last request was cut off",
                        Set.of(Rule.ERR_6),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), AcquireBelieved::new)),
                new Mutant(
                        "step-renewal-believed",
                        "a renewal is confirmed if its last request was cut off",
                        Set.of(Rule.REN_8),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), RenewalBelieved::new)),
                new Mutant(
                        "step-release-believed",
                        "a release is confirmed if its last request was cut off",
                        Set.of(Rule.REL_5),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), ReleaseBelieved::new)),
                new Mutant(
                        "step-limit-for-each-request",
                        "each of two requests of an acquisition may take the whole limit",
                        Set.of(Rule.ERR_8),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), AskingTwice::new)),
                new Mutant(
                        "step-limit-for-each-request-of-a-waiter",
                        "each of two requests of a waiter's look may take the whole limit",
                        Set.of(Rule.ERR_8),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), LookingTwice::new)),
                new Mutant(
                        "step-limit-for-each-request-of-an-inspection",
                        "each of two requests of an inspection may take the whole limit",
                        Set.of(Rule.ERR_8),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), InspectingTwice::new)),
                new Mutant(
                        "step-refusal-is-final",
                        "a request that an outage refused is never sent again",
                        Set.of(Rule.WAIT_1),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), FinalRefusal::new)),
                new Mutant(
                        "step-leaks-a-connection",
                        "each attempt keeps a connection of the pool",
                        Set.of(Rule.TOK_5, Rule.REL_1),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), backend -> new Leaking(backend, false))),
                new Mutant(
                        "step-leaks-a-broken-connection",
                        "each attempt whose connection broke keeps its place in the pool",
                        Set.of(Rule.ERR_2),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), backend -> new Leaking(backend, true))));
    }

    private static final class SecondRefused extends ForwardingBackend {

        SecondRefused(LockBackend to) {
            super(to);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            AcquireOutcome first = super.tryAcquire(attempt);
            if (!(first instanceof AcquireOutcome.Granted)) {
                return first;
            }
            AcquireOutcome second = super.tryAcquire(attempt);
            return second instanceof AcquireOutcome.Granted ? first : second;
        }
    }

    /** Its first request is for another lock, as one that makes a parent or a row is. */
    private static final class AcquireBelieved extends ForwardingBackend {

        AcquireBelieved(LockBackend to) {
            super(to);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            LockName parent = new LockName(attempt.name() + " parent");
            long sentNanos = context().clock().nanoTime();
            AcquireOutcome first =
                    super.tryAcquire(Attempt.of(parent, AttemptId.random(), AcquireOptions.MIN_LEASE, 1, null));
            if (first instanceof AcquireOutcome.Unknown || first instanceof AcquireOutcome.Refused) {
                return first;
            }
            AcquireOutcome second = super.tryAcquire(attempt);
            return second instanceof AcquireOutcome.Unknown
                    ? new AcquireOutcome.Granted(Grant.of(attempt, 1, sentNanos, attempt.lease()))
                    : second;
        }
    }

    private static final class RenewalBelieved extends ForwardingBackend {

        RenewalBelieved(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            RenewOutcome first = super.renew(grant, AcquireOptions.MIN_LEASE);
            if (!(first instanceof RenewOutcome.Renewed renewed)) {
                return first;
            }
            return super.renew(grant, lease) instanceof RenewOutcome.NotOwner gone
                    ? gone
                    : new RenewOutcome.Renewed(renewed.sentNanos(), lease);
        }
    }

    private static final class ReleaseBelieved extends ForwardingBackend {

        ReleaseBelieved(LockBackend to) {
            super(to);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            ReleaseOutcome first = super.release(
                    Attempt.of(attempt.name(), AttemptId.random(), attempt.lease(), attempt.tokens(), null));
            if (first instanceof ReleaseOutcome.Unknown) {
                return first;
            }
            ReleaseOutcome second = super.release(attempt);
            return second instanceof ReleaseOutcome.Unknown ? new ReleaseOutcome.Released() : second;
        }
    }

    private static final class AskingTwice extends ForwardingBackend {

        AskingTwice(LockBackend to) {
            super(to);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            AcquireOutcome first = super.tryAcquire(attempt);
            if (!(first instanceof AcquireOutcome.Granted)) {
                return first;
            }
            AcquireOutcome second = super.tryAcquire(attempt);
            return second instanceof AcquireOutcome.Granted
                    ? first
                    : new AcquireOutcome.Unknown(new IOException("no answer"));
        }
    }

    private static final class LookingTwice extends ForwardingBackend {

        LookingTwice(LockBackend to) {
            super(to);
        }

        @Override
        public Contest contest(Attempt attempt) {
            return new ForwardingContest(super.contest(attempt)) {
                @Override
                public AcquireOutcome attempt() {
                    AcquireOutcome first = super.attempt();
                    return first instanceof AcquireOutcome.Contended ? super.attempt() : first;
                }
            };
        }
    }

    private static final class InspectingTwice extends ForwardingBackend {

        InspectingTwice(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return super.inspect(name).flatMap(first -> super.inspect(name));
        }
    }

    static final class FinalRefusal extends ForwardingBackend {

        FinalRefusal(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Refused refused
                    ? new AcquireOutcome.Refused(refused.cause(), false)
                    : outcome;
        }
    }

    private static final class Leaking extends ForwardingBackend {

        private final Semaphore pool = new Semaphore(CONNECTIONS);
        private final boolean brokenOnly;

        Leaking(LockBackend to, boolean brokenOnly) {
            super(to);
            this.brokenOnly = brokenOnly;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            if (!pool.tryAcquire()) {
                return new AcquireOutcome.Refused(
                        new LockUnavailableException(
                                "'" + attempt.name() + "' not acquired: no connection is free (" + store() + ")",
                                new IOException("no connection is free")),
                        true);
            }
            AcquireOutcome outcome = step.get();
            if (brokenOnly && !(outcome instanceof AcquireOutcome.Unknown)) {
                pool.release();
            }
            return outcome;
        }
    }
}
