// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.LockHandle;
import dev.interlock.RenewResult;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.RememberingGrants;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Mutants for the ERR rules: wrong outcomes of a step, and limits that are not kept. */
public final class ErrorMutants {

    private ErrorMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "err-failure-is-contention",
                        "a store that fails or does not answer is reported as held by another",
                        Set.of(Rule.ERR_1, Rule.ERR_2, Rule.ERR_6, Rule.ERR_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), FailureIsContention::new)),
                new Mutant(
                        "err-no-withdrawal",
                        "an acquisition without an answer is not compensated",
                        Set.of(Rule.ERR_2, Rule.ERR_7),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), backend -> new Compensating(backend, 0))),
                new Mutant(
                        "err-withdrawn-once",
                        "'not owner' is taken for a proof that nothing will land later",
                        Set.of(Rule.ERR_7),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), backend -> new Compensating(backend, 1))),
                new Mutant(
                        "err-withdraws-what-it-knows",
                        "a compensation revokes nothing unless the grant was seen",
                        Set.of(Rule.ERR_2, Rule.ERR_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), CompensatingKnownGrants::new)),
                new Mutant(
                        "err-unknown-is-held",
                        "an acquisition without an answer is taken for a grant",
                        Set.of(Rule.ERR_6, Rule.ERR_2),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), UnknownIsHeld::new)),
                new Mutant(
                        "err-stale-reply",
                        "after a time-out the next command reads the reply of the former",
                        Set.of(Rule.ERR_5),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), OneReplyBehind::new)),
                new Mutant(
                        "err-bounds-clamped",
                        "a lease that is too short is replaced by the shortest instead of refused",
                        Set.of(Rule.ERR_3),
                        () -> MutantFixture.ofHandles(new MemoryFixture(), Clamping::new)),
                new Mutant(
                        "err-bounds-not-checked",
                        "the bounds that a backend declares for a lease are not checked",
                        Set.of(Rule.ERR_3),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), Boundless::new)));
    }

    private static final class CompensatingKnownGrants extends RememberingGrants {

        CompensatingKnownGrants(LockBackend to) {
            super(to);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            return granted.contains(attempt.id()) ? super.release(attempt) : new ReleaseOutcome.NotOwner();
        }
    }

    private static final class FailureIsContention extends ForwardingBackend {

        FailureIsContention(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Granted
                    ? outcome
                    : new AcquireOutcome.Contended(Duration.ofMillis(10));
        }
    }

    /** Passes on only a limited number of releases of an attempt that was never granted. */
    private static final class Compensating extends RememberingGrants {

        private final Set<AttemptId> compensated = ConcurrentHashMap.newKeySet();
        private final int times;

        Compensating(LockBackend to, int times) {
            super(to);
            this.times = times;
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            boolean passes = granted.contains(attempt.id()) || (times > 0 && compensated.add(attempt.id()));
            return passes ? super.release(attempt) : new ReleaseOutcome.NotOwner();
        }
    }

    private static final class UnknownIsHeld extends ForwardingBackend {

        UnknownIsHeld(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Unknown
                    ? new AcquireOutcome.Granted(
                            Grant.of(attempt, 1, context().clock().nanoTime(), attempt.lease()))
                    : outcome;
        }
    }

    private static final class OneReplyBehind extends ForwardingBackend {

        private final AtomicBoolean behind = new AtomicBoolean();

        OneReplyBehind(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            if (behind.getAndSet(false)) {
                return new AcquireOutcome.Granted(
                        Grant.of(attempt, 1, context().clock().nanoTime(), attempt.lease()));
            }
            AcquireOutcome outcome = step.get();
            behind.set(outcome instanceof AcquireOutcome.Unknown);
            return outcome;
        }
    }

    private static final class Clamping extends ForwardingHandle {

        Clamping(LockHandle to) {
            super(to);
        }

        @Override
        public RenewResult renew(Duration lease) {
            return super.renew(lease.compareTo(AcquireOptions.MIN_LEASE) < 0 ? AcquireOptions.MIN_LEASE : lease);
        }
    }

    private static final class Boundless extends ForwardingBackend {

        Boundless(LockBackend to) {
            super(to);
        }

        @Override
        public Capabilities capabilities() {
            Capabilities all = super.capabilities();
            return all.withLeases(AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE);
        }
    }
}
