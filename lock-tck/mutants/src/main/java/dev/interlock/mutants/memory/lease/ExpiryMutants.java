// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.LateBackend;
import dev.interlock.mutants.memory.defect.MisdeclaringBackend;
import dev.interlock.mutants.memory.defect.TranslatingBackend;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Mutants for the EXP rules. */
public final class ExpiryMutants {

    private ExpiryMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "exp-never",
                        "the store keeps a lock without an end",
                        Set.of(Rule.EXP_1, Rule.REN_2, Rule.PROC_1),
                        () -> leases(lease -> AcquireOptions.MAX_LEASE)),
                new Mutant(
                        "exp-late",
                        "a lock is freed 3 s after its lease is over, and the fixture does not say so",
                        Set.of(Rule.EXP_1),
                        () -> MutantFixture.ofStore(
                                (backend, store) -> new LateBackend(backend, Duration.ofSeconds(3)))),
                new Mutant(
                        "exp-half",
                        "the store keeps a lock for half of its lease",
                        Set.of(Rule.EXP_2, Rule.EXP_3),
                        () -> leases(lease -> lease.dividedBy(2))),
                // So early that the next grant overlaps even where processes are slow.
                new Mutant(
                        "exp-tenth",
                        "the store keeps a lock for a tenth of its lease",
                        Set.of(Rule.PROC_1),
                        () -> leases(lease -> lease.dividedBy(10))),
                new Mutant(
                        "exp-default-lease",
                        "the lease asked for is ignored, and 30 s are kept",
                        Set.of(Rule.EXP_3, Rule.EXP_1),
                        () -> leases(lease -> Duration.ofSeconds(30))),
                new Mutant(
                        "exp-overflow",
                        "a long lease overflows an int of microseconds",
                        Set.of(Rule.EXP_3),
                        () -> leases(ExpiryMutants::overflowing)),
                new Mutant(
                        "exp-rounds-down",
                        "the store rounds a lease down to whole seconds",
                        Set.of(Rule.EXP_2),
                        () -> MutantFixture.ofStore(
                                (backend, store) -> CoarseLeaseBackend.of(backend, Duration.ofSeconds(1)))),
                new Mutant(
                        "exp-by-the-clients-clock",
                        "leases end by the wall clocks of clients, which may be off",
                        Set.of(Rule.EXP_2),
                        LeaseByClientClock::inAcquisitions),
                new Mutant(
                        "exp-by-the-clients-clock-in-a-release",
                        "a release by another than the owner frees a lock whose lease is over by the client's wall clock",
                        Set.of(Rule.EXP_2),
                        LeaseByClientClock::inReleases),
                new Mutant(
                        "exp-nearest-second",
                        "the store rounds a lease to the nearest second",
                        Set.of(Rule.EXP_2),
                        () -> leases(lease -> toTheNearest(lease, Duration.ofSeconds(1)))),
                new Mutant(
                        "exp-nearest-tenth",
                        "the store rounds a lease to the nearest tenth of a second",
                        Set.of(Rule.EXP_2),
                        () -> leases(lease -> toTheNearest(lease, Duration.ofMillis(100)))),
                new Mutant(
                        "exp-ten-milliseconds-early",
                        "the store ends each lease 10 ms early",
                        Set.of(Rule.EXP_3),
                        () -> leases(lease -> lease.minusMillis(Math.min(10, lease.toMillis() / 2)))),
                new Mutant(
                        "exp-renewal-adds",
                        "a renewal adds its lease to what is left",
                        Set.of(Rule.EXP_3),
                        () -> MutantFixture.ofStore((backend, store) -> new LongerRenewals(backend, true))),
                new Mutant(
                        "exp-renewal-longer",
                        "a renewal keeps the lock for 3 s more than asked for",
                        Set.of(Rule.EXP_3),
                        () -> MutantFixture.ofStore((backend, store) -> new LongerRenewals(backend, false))),
                new Mutant(
                        "exp-rounds-down-to-tenths",
                        "the store rounds a lease down to tenths of a second",
                        Set.of(Rule.EXP_2),
                        () -> MutantFixture.ofStore(
                                (backend, store) -> CoarseLeaseBackend.of(backend, Duration.ofMillis(100)))),
                new Mutant(
                        "exp-rounds-down-renewals",
                        "the store rounds the lease of a renewal down to whole seconds",
                        Set.of(Rule.EXP_2),
                        () -> MutantFixture.ofStore(
                                (backend, store) -> CoarseLeaseBackend.inRenewals(backend, Duration.ofSeconds(1)))),
                new Mutant(
                        "exp-rounds-down-to-minutes",
                        "the store rounds a lease of more than a minute down to whole minutes",
                        Set.of(Rule.EXP_3),
                        () -> MutantFixture.ofStore(
                                (backend, store) -> CoarseLeaseBackend.of(backend, Duration.ofMinutes(1)))),
                new Mutant(
                        "exp-restart-claimed",
                        "SURVIVES_RESTART is declared by a store that forgets everything",
                        Set.of(Rule.EXP_4),
                        () -> MutantFixture.ofStore(
                                (backend, store) -> MisdeclaringBackend.also(backend, Capability.SURVIVES_RESTART))),
                new Mutant(
                        "exp-restart-not-claimed",
                        "SURVIVES_RESTART is not declared by a store that forgets nothing",
                        Set.of(Rule.EXP_4),
                        ExpiryMutants::untouchedByRestart));
    }

    private static MutantFixture leases(UnaryOperator<Duration> translation) {
        return MutantFixture.ofStore((backend, store) -> TranslatingBackend.leases(backend, translation));
    }

    private static MutantFixture untouchedByRestart() {
        return MutantFixture.of(new ForwardingFixture(new MemoryFixture()) {
            @Override
            public Optional<Runnable> restart() {
                return Optional.of(() -> {});
            }
        });
    }

    private static Duration toTheNearest(Duration lease, Duration unit) {
        Duration nearest = unit.multipliedBy(lease.plus(unit.dividedBy(2)).dividedBy(unit));
        return nearest.isZero() ? lease : nearest;
    }

    private static final class LongerRenewals extends ForwardingBackend {

        private final boolean adding;

        LongerRenewals(LockBackend to, boolean adding) {
            super(to);
            this.adding = adding;
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            Duration more = adding
                    ? inspect(grant.attempt().name()).flatMap(Holder::remaining).orElse(Duration.ZERO)
                    : Duration.ofSeconds(3);
            return super.renew(grant, lease.plus(more)) instanceof RenewOutcome.Renewed renewed
                    ? new RenewOutcome.Renewed(renewed.sentNanos(), lease)
                    : new RenewOutcome.NotOwner("the store knows another owner or none");
        }
    }

    private static Duration overflowing(Duration lease) {
        int micros = (int) TimeUnit.NANOSECONDS.toMicros(lease.toNanos());
        return Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(Math.abs((long) micros)));
    }
}
