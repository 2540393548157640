// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.AcquireOptions;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MutantClock;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Mutants that are sound until a circumstance comes: a wrong wall clock, the longest lease, an odd name, two steps of one
 * attempt, other threads.
 */
public final class CircumstanceMutants {

    private CircumstanceMutants() {}

    public static List<Mutant> all() {
        return List.of(
                mutant(
                        "wrong-clock",
                        "a renewal looks at the wall clock of its client",
                        Rule.SEQ_1,
                        RenewedByWallClock::new),
                mutant("longest-lease", "a renewal counts milliseconds in 31 bits", Rule.EXP_3, LongRenewals::new),
                mutant("odd-name", "waiters for names beyond ASCII are not signalled", Rule.SEQ_2, PlainSignals::new),
                mutant(
                        "own-step-beside",
                        "a step that meets another one of its attempt takes itself for one of no owner",
                        Rule.SEQ_1,
                        OneAtATime::new),
                mutant(
                        "other-threads",
                        "inspections of all threads share what they have read",
                        Rule.SEQ_1,
                        SharedRecord::new));
    }

    private static Mutant mutant(String id, String broken, Rule rule, UnaryOperator<LockBackend> defect) {
        return new Mutant(
                "circumstance-" + id,
                broken,
                Set.of(rule),
                () -> MutantFixture.ofBackends(new MemoryFixture(), defect::apply));
    }

    private static final class RenewedByWallClock extends ForwardingBackend {

        private static final long TOO_LATE_MILLIS = Duration.ofMinutes(30).toMillis();

        RenewedByWallClock(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return context().clock().wallMillis() - MutantClock.millis() > TOO_LATE_MILLIS
                    ? new RenewOutcome.NotOwner("the lease is over")
                    : super.renew(grant, lease);
        }
    }

    private static final class LongRenewals extends ForwardingBackend {

        LongRenewals(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            boolean overflows = lease.toMillis() > Integer.MAX_VALUE;
            RenewOutcome outcome = super.renew(grant, overflows ? AcquireOptions.MIN_LEASE : lease);
            return outcome instanceof RenewOutcome.Renewed renewed
                    ? new RenewOutcome.Renewed(renewed.sentNanos(), lease)
                    : outcome;
        }
    }

    private static final class PlainSignals extends ForwardingBackend {

        PlainSignals(LockBackend to) {
            super(to);
        }

        @Override
        public Contest contest(Attempt attempt) {
            boolean plain = attempt.name().value().chars().allMatch(letter -> letter < 128);
            return plain
                    ? super.contest(attempt)
                    : new ForwardingContest(super.contest(attempt)) {
                        @Override
                        public CompletionStage<?> signal() {
                            return new CompletableFuture<>();
                        }
                    };
        }
    }

    private static final class OneAtATime extends ForwardingBackend {

        private final Set<AttemptId> underWay = ConcurrentHashMap.newKeySet();

        OneAtATime(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return alone(
                    grant.attempt(),
                    () -> super.renew(grant, lease),
                    () -> new RenewOutcome.NotOwner("the record has changed"));
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            return alone(attempt, () -> super.release(attempt), ReleaseOutcome.NotOwner::new);
        }

        private <T> T alone(Attempt attempt, Supplier<T> step, Supplier<T> otherwise) {
            if (!underWay.add(attempt.id())) {
                return otherwise.get();
            }
            try {
                MutantClock.pauseUntil(() -> false, 1);
                return step.get();
            } finally {
                underWay.remove(attempt.id());
            }
        }
    }

    private static final class SharedRecord extends ForwardingBackend {

        private volatile Optional<Holder> read = Optional.empty();

        SharedRecord(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            read = super.inspect(name);
            Thread.yield();
            return read;
        }
    }
}
