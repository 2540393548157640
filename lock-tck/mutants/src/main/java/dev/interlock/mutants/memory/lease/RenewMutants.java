// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.Capability;
import dev.interlock.memory.MemoryStore;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MisdeclaringBackend;
import dev.interlock.mutants.memory.defect.ValidFromReply;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Mutants for the REN rules: stores that renew in a wrong way. */
public final class RenewMutants {

    private RenewMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "ren-does-nothing",
                        "a renewal is confirmed and the lease is not extended",
                        Set.of(Rule.REN_1, Rule.REN_6, Rule.EXP_2),
                        () -> MutantFixture.ofStore((backend, store) -> new DoingNothing(backend))),
                new Mutant(
                        "ren-creates",
                        "a renewal writes the lock again if it is gone",
                        Set.of(Rule.REN_2, Rule.REN_3),
                        () -> MutantFixture.ofStore((backend, store) -> new Creating(backend, null))),
                new Mutant(
                        "ren-writes-behind-a-look",
                        "a renewal looks at the owner first and then writes without a condition",
                        Set.of(Rule.REN_2),
                        () -> MutantFixture.ofBackends(
                                MutantFixture.ofStore((backend, store) -> new Creating(backend, store)),
                                LookingFirst::new)),
                new Mutant(
                        "ren-revives-behind-a-look",
                        "a renewal looks at the lease first, and its write revives a lease that is over by then",
                        Set.of(Rule.REN_2),
                        () -> MutantFixture.ofBackends(
                                MutantFixture.ofStore((backend, store) -> new Creating(backend, null)),
                                LookingFirst::new)),
                new Mutant(
                        "ren-second-reply-denied",
                        "a renewal of two requests is denied if the second gets no reply",
                        Set.of(Rule.REN_8),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), AskingTwice::new)),
                new Mutant(
                        "ren-extends-anyone",
                        "a renewal extends the lease without a check of the owner",
                        Set.of(Rule.REN_2),
                        RenewMutants::extendingAnyone),
                new Mutant(
                        "ren-ignores-zero",
                        "'not owner' is taken for a confirmation",
                        Set.of(Rule.REN_2, Rule.REN_3, Rule.FAULT_2),
                        () -> MutantFixture.ofStore((backend, store) -> new IgnoringZero(backend))),
                new Mutant(
                        "ren-lease-alone",
                        "a renewal keeps the lease alive without a look at the lock that it is for",
                        Set.of(Rule.REN_2),
                        LeaseAlone::fixture),
                new Mutant(
                        "ren-connection-claimed",
                        "ENDS_WITH_CONNECTION is declared by a store that keeps a lock without its holder's connection",
                        Set.of(Rule.REN_8),
                        () -> MutantFixture.ofStore((backend, store) ->
                                MisdeclaringBackend.also(backend, Capability.ENDS_WITH_CONNECTION))),
                new Mutant(
                        "ren-valid-from-reply",
                        "the validity of a renewal counts from the reply",
                        Set.of(Rule.REN_10),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), ValidFromReply::inRenewals)),
                new Mutant(
                        "ren-valid-from-reply-without-a-network",
                        "where gates are before the backend, the validity of a renewal counts from the reply",
                        Set.of(Rule.REN_10),
                        () -> MutantFixture.ofStore((backend, store) -> ValidFromReply.inRenewals(backend))),
                new Mutant(
                        "ren-believed-from-reply",
                        "a client believes in a renewal from its reply on, whatever its backend says",
                        Set.of(Rule.REN_10),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), ValidFromReply::inRenewals)),
                new Mutant(
                        "ren-foreign-clock",
                        "a renewal counts from a reading of another clock than that of the backend's context",
                        Set.of(Rule.REN_1, Rule.REN_6),
                        () -> MutantFixture.ofStore((backend, store) -> new ForeignClock(backend))),
                new Mutant(
                        "ren-throws-if-gone",
                        "the renewal of a lock that is gone throws",
                        Set.of(Rule.REN_2),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), Throwing::new)),
                new Mutant(
                        "ren-unasked",
                        "a lock is renewed although no caller asked for it",
                        Set.of(Rule.REN_6, Rule.EXP_1),
                        () -> MutantFixture.ofStore((backend, store) -> new Unasked(backend))));
    }

    private static MutantFixture extendingAnyone() {
        Map<String, Grant> owners = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                if (outcome instanceof AcquireOutcome.Granted granted) {
                    owners.put(attempt.name().value(), granted.grant());
                }
                return outcome;
            }

            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                return super.renew(owners.getOrDefault(grant.attempt().name().value(), grant), lease);
            }
        });
    }

    private static final class DoingNothing extends ForwardingBackend {

        DoingNothing(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return new RenewOutcome.Renewed(context().clock().nanoTime(), lease);
        }
    }

    private static final class LookingFirst extends ForwardingBackend {

        LookingFirst(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            boolean owner = inspect(grant.attempt().name())
                    .filter(holder -> holder.fencingToken() == grant.token())
                    .isPresent();
            return owner ? super.renew(grant, lease) : new RenewOutcome.NotOwner("a look showed another owner or none");
        }
    }

    private static final class AskingTwice extends ForwardingBackend {

        AskingTwice(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            RenewOutcome first = super.renew(grant, lease);
            if (!(first instanceof RenewOutcome.Renewed)) {
                return first;
            }
            return super.renew(grant, lease) instanceof RenewOutcome.Unknown
                    ? new RenewOutcome.NotOwner("no answer")
                    : first;
        }
    }

    private static final class Creating extends ForwardingBackend {

        private final @Nullable MemoryStore overwritten;

        /** @param overwritten where a successor is removed first; null if it is left alone */
        Creating(LockBackend to, @Nullable MemoryStore overwritten) {
            super(to);
            this.overwritten = overwritten;
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            long sentNanos = context().clock().nanoTime();
            RenewOutcome outcome = super.renew(grant, lease);
            if (outcome instanceof RenewOutcome.NotOwner && overwritten != null) {
                overwritten.expire(grant.attempt().name().value());
            }
            return outcome instanceof RenewOutcome.NotOwner
                            && tryAcquire(grant.attempt()) instanceof AcquireOutcome.Granted
                    ? new RenewOutcome.Renewed(sentNanos, lease)
                    : outcome;
        }
    }

    private static final class IgnoringZero extends ForwardingBackend {

        IgnoringZero(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            long sentNanos = context().clock().nanoTime();
            super.renew(grant, lease);
            return new RenewOutcome.Renewed(sentNanos, lease);
        }

        /** Without one: a report of the loss could come before the renewal, and would hide what the renewal says. */
        @Override
        public Optional<LossWatch> lossWatch() {
            return Optional.empty();
        }
    }

    private static final class ForeignClock extends ForwardingBackend {

        ForeignClock(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            long sentNanos = System.nanoTime();
            RenewOutcome outcome = super.renew(grant, lease);
            return outcome instanceof RenewOutcome.Renewed ? new RenewOutcome.Renewed(sentNanos, lease) : outcome;
        }
    }

    private static final class Throwing extends ForwardingBackend {

        Throwing(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            RenewOutcome outcome = super.renew(grant, lease);
            if (outcome instanceof RenewOutcome.NotOwner) {
                throw new IllegalStateException("there is nothing to renew");
            }
            return outcome;
        }
    }

    private static final class Unasked extends ForwardingBackend {

        Unasked(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Granted granted) {
                renewLater(granted.grant());
            }
            return outcome;
        }

        private void renewLater(Grant grant) {
            long third = grant.lease().toNanos() / 3;
            context().clock().schedule(third, () -> {
                if (renew(grant, grant.lease()) instanceof RenewOutcome.Renewed) {
                    renewLater(grant);
                }
            });
        }
    }
}
