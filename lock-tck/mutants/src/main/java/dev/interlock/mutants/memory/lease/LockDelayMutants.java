// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.BrokenClientFixture;
import dev.interlock.mutants.memory.defect.MisdeclaringBackend;
import dev.interlock.mutants.memory.defect.TranslatingBackend;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Mutants for the rules of EXP about a name that stays closed after a loss. */
public final class LockDelayMutants {

    private static final Duration SHORT = Duration.ofSeconds(2);

    private LockDelayMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "lock-delay-dropped",
                        "the store is asked for the lease without the lock-delay behind it",
                        Set.of(Rule.EXP_5, Rule.EXP_6),
                        () -> MutantFixture.ofLocks(new MemoryFixture(), LockDelayMutants::dropping)),
                new Mutant(
                        "lock-delay-withdrawn",
                        "what a client lost it gives back in the moment of the loss",
                        Set.of(Rule.EXP_5),
                        LockDelayMutants::givingBackWhatIsLost),
                new Mutant(
                        "lock-delay-cut",
                        "the store keeps no grant for longer than 2 s, whatever was asked for",
                        Set.of(Rule.EXP_5),
                        () -> MutantFixture.ofStore((backend, store) -> cutting(backend))),
                new Mutant(
                        "lock-delay-ends-with-its-client",
                        "the store frees what a backend holds that is closed, and KEEPS_LOCK_DELAY is declared",
                        Set.of(Rule.EXP_5),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), LockDelayMutants::freeingAtItsEnd)),
                new Mutant(
                        "lock-delay-accepted",
                        "a lock-delay is taken and not kept where KEEPS_LOCK_DELAY is not declared",
                        Set.of(Rule.EXP_5, Rule.EXP_6),
                        () -> MutantFixture.ofLocks(
                                MutantFixture.ofBackends(
                                        new MemoryFixture(),
                                        backend -> MisdeclaringBackend.not(backend, Capability.KEEPS_LOCK_DELAY)),
                                LockDelayMutants::dropping)),
                new Mutant(
                        "lock-delay-not-declared",
                        "KEEPS_LOCK_DELAY is not declared by a store that keeps grants without their backend",
                        Set.of(Rule.EXP_5),
                        () -> MutantFixture.ofBackends(
                                new MemoryFixture(),
                                backend -> MisdeclaringBackend.not(backend, Capability.KEEPS_LOCK_DELAY))),
                new Mutant(
                        "lock-delay-after-a-release",
                        "a release, and a compensation, leaves the lock to its lease and lock-delay",
                        Set.of(Rule.EXP_6),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
                            @Override
                            public ReleaseOutcome release(Attempt attempt) {
                                return new ReleaseOutcome.Released();
                            }
                        })));
    }

    private static DistributedLock dropping(DistributedLock lock) {
        return new ForwardingLock(lock) {
            @Override
            public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
                return super.tryAcquire(options.withLockDelay(Duration.ZERO));
            }
        };
    }

    private static MutantFixture givingBackWhatIsLost() {
        return BrokenClientFixture.inMemory((backend, options) -> {
            Granted granted = new Granted(backend);
            return LockClient.using(granted, options.withListeners(event -> {
                if (event instanceof LockEvent.Lost lost) {
                    granted.giveBack(lost.lockName());
                }
            }));
        });
    }

    private static LockBackend freeingAtItsEnd(LockBackend to) {
        return new Granted(to) {
            @Override
            public void close() {
                giveAllBack();
                super.close();
            }
        };
    }

    private static LockBackend cutting(LockBackend to) {
        return new TranslatingBackend(to) {
            @Override
            protected Attempt stored(Attempt attempt) {
                return Attempt.of(
                        attempt.name(), attempt.id(), cut(attempt.lease()), attempt.tokens(), attempt.holderHint());
            }

            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                return super.renew(grant, cut(lease)) instanceof RenewOutcome.Renewed renewed
                        ? new RenewOutcome.Renewed(renewed.sentNanos(), lease)
                        : new RenewOutcome.NotOwner("the store knows another owner or none");
            }
        };
    }

    private static Duration cut(Duration lease) {
        return lease.compareTo(SHORT) < 0 ? lease : SHORT;
    }

    /** A backend that remembers its grants. */
    private static class Granted extends ForwardingBackend {

        private final Map<String, Attempt> last = new ConcurrentHashMap<>();

        Granted(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = super.acquire(attempt, step);
            if (outcome instanceof AcquireOutcome.Granted) {
                last.put(attempt.name().value(), attempt);
            }
            return outcome;
        }

        void giveBack(String name) {
            Attempt attempt = last.get(name);
            if (attempt != null) {
                to().release(attempt);
            }
        }

        void giveAllBack() {
            last.values().forEach(to()::release);
        }
    }
}
