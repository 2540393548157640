// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.memory.MemoryStore;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Mutants for the EXP rules about an attempt that is sent again. */
public final class RepeatMutants {

    private RepeatMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "exp-repeat-believed-anew",
                        "the store keeps the rest of a lease, and a repeated attempt counts a whole one",
                        Set.of(Rule.EXP_2),
                        () -> {
                            Map<AttemptId, Grant> granted = new ConcurrentHashMap<>();
                            return MutantFixture.ofStore((backend, store) -> new BelievedAnew(backend, granted));
                        }),
                new Mutant(
                        "exp-repeat-shortens",
                        "a repeated attempt ends a lease that was renewed for longer at its own end",
                        Set.of(Rule.EXP_2),
                        () -> {
                            Map<LockName, Long> ends = new ConcurrentHashMap<>();
                            return MutantFixture.ofStore((backend, store) -> new Shortening(backend, store, ends));
                        }),
                new Mutant(
                        "exp-repeat-adds",
                        "a repeated attempt adds its lease to what is left",
                        Set.of(Rule.EXP_3),
                        () -> MutantFixture.ofStore((backend, store) -> new Adding(backend))));
    }

    /** A store that finds out whether an attempt has the lock already. */
    private abstract static class Repeated extends ForwardingBackend {

        Repeated(LockBackend to) {
            super(to);
        }

        static Optional<Grant> granted(AcquireOutcome outcome) {
            return outcome instanceof AcquireOutcome.Granted granted ? Optional.of(granted.grant()) : Optional.empty();
        }

        final boolean isHeldWith(LockName name, long token) {
            return to().inspect(name)
                    .filter(holder -> holder.fencingToken() == token)
                    .isPresent();
        }
    }

    private static final class BelievedAnew extends Repeated {

        private final Map<AttemptId, Grant> granted;

        BelievedAnew(LockBackend to, Map<AttemptId, Grant> granted) {
            super(to);
            this.granted = granted;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            Grant first = granted.get(attempt.id());
            if (first != null && isHeldWith(attempt.name(), first.token())) {
                return new AcquireOutcome.Granted(
                        Grant.of(attempt, first.token(), context().clock().nanoTime(), attempt.lease()));
            }
            AcquireOutcome outcome = step.get();
            granted(outcome).ifPresent(grant -> granted.put(attempt.id(), grant));
            return outcome;
        }
    }

    private static final class Shortening extends Repeated {

        private final MemoryStore store;
        private final Map<LockName, Long> ends;

        Shortening(LockBackend to, MemoryStore store, Map<LockName, Long> ends) {
            super(to);
            this.store = store;
            this.ends = ends;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            Long end = ends.get(attempt.name());
            if (end != null && end - context().clock().nanoTime() <= 0) {
                store.expire(attempt.name().value());
            }
            AcquireOutcome outcome = step.get();
            granted(outcome)
                    .ifPresent(grant -> ends.put(
                            attempt.name(), grant.sentNanos() + attempt.lease().toNanos()));
            return outcome;
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            RenewOutcome outcome = super.renew(grant, lease);
            if (outcome instanceof RenewOutcome.Renewed renewed) {
                ends.put(grant.attempt().name(), renewed.sentNanos() + lease.toNanos());
            }
            return outcome;
        }
    }

    private static final class Adding extends Repeated {

        Adding(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            Optional<Holder> before = to().inspect(attempt.name());
            AcquireOutcome outcome = step.get();
            granted(outcome)
                    .filter(grant -> before.filter(holder -> holder.fencingToken() == grant.token())
                            .isPresent())
                    .ifPresent(grant -> to().renew(
                                    grant,
                                    attempt.lease()
                                            .plus(before.flatMap(Holder::remaining)
                                                    .orElse(Duration.ZERO))));
            return outcome;
        }
    }
}
