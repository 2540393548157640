// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MisdeclaringBackend;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.ForwardingLink;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContext;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Mutants for the RET rules. */
public final class RetentionMutants {

    private RetentionMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "ret-never-recalled",
                        "no client hears that another one wants its lock, and RECALLS is declared",
                        Set.of(Rule.RET_1),
                        () -> MutantFixture.ofEngines(
                                new MemoryFixture(), backend -> new Deaf(backend, asked -> true, lost -> false))),
                new Mutant(
                        "ret-earlier-waiters-forgotten",
                        "a recall that comes with the grant, for one that waited before it, is not passed on",
                        Set.of(Rule.RET_1),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), DeafWhileAsking::new)),
                new Mutant(
                        "ret-stolen",
                        "the store grants a lock that can be recalled to any client that asks for it",
                        Set.of(Rule.RET_2),
                        RetentionMutants::stealing),
                new Mutant(
                        "ret-loss-not-heard",
                        "the loss of a lock that its client retains is not passed on",
                        Set.of(Rule.RET_3),
                        () -> MutantFixture.ofEngines(
                                new MemoryFixture(), backend -> new Deaf(backend, asked -> false, lost -> true))),
                new Mutant(
                        "ret-accepted",
                        "a retention is taken, and nothing is retained, where RECALLS is not declared",
                        Set.of(Rule.RET_1),
                        () -> MutantFixture.ofLocks(undeclared(), Dropping::new)),
                new Mutant(
                        "ret-first-owner-told",
                        "only the first owner that a lock ever had is told that it is wanted",
                        Set.of(Rule.RET_1),
                        RetentionMutants::tellingTheFirst),
                new Mutant(
                        "ret-renewed-not-told",
                        "an owner that has renewed is told no longer that its lock is wanted",
                        Set.of(Rule.RET_1),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), RetentionMutants::silentAfterARenewal)),
                new Mutant(
                        "ret-told-the-second-time",
                        "an owner is not told of the first request for its lock",
                        Set.of(Rule.RET_1),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), RetentionMutants::tellingTheSecondTime)),
                new Mutant(
                        "ret-deaf-in-an-outage",
                        "an owner is not told that others asked for its lock, or may have, while its connection was cut",
                        Set.of(Rule.RET_1),
                        RetentionMutants::deafInAnOutage),
                new Mutant(
                        "ret-asks-the-closed",
                        "an attempt asks the owner to let go, and has no answer if its backend is closed",
                        Set.of(Rule.RET_1),
                        RetentionMutants::askingTheClosed),
                new Mutant(
                        "ret-not-declared",
                        "RECALLS is not declared by a store that recalls locks",
                        Set.of(Rule.RET_1),
                        RetentionMutants::undeclared));
    }

    private static MutantFixture stealing() {
        Map<LockName, Attempt> owners = new ConcurrentHashMap<>();
        return MutantFixture.ofEngines(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = super.acquire(attempt, step);
                Attempt owner = owners.get(attempt.name());
                if (outcome instanceof AcquireOutcome.Contended && owner != null && owner.recallable()) {
                    to().release(owner);
                    outcome = super.acquire(attempt, step);
                }
                if (outcome instanceof AcquireOutcome.Granted) {
                    owners.put(attempt.name(), attempt);
                }
                return outcome;
            }
        });
    }

    private static MutantFixture tellingTheFirst() {
        Map<LockName, AttemptId> first = new ConcurrentHashMap<>();
        return MutantFixture.ofBackends(
                new MemoryFixture(),
                backend -> new Deaf(
                        new ForwardingBackend(backend) {
                            @Override
                            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                                AcquireOutcome outcome = super.acquire(attempt, step);
                                if (outcome instanceof AcquireOutcome.Granted) {
                                    first.putIfAbsent(attempt.name(), attempt.id());
                                }
                                return outcome;
                            }
                        },
                        asked -> !first.containsValue(asked),
                        lost -> false));
    }

    private static LockBackend silentAfterARenewal(LockBackend to) {
        Set<AttemptId> renewed = ConcurrentHashMap.newKeySet();
        return new Deaf(
                new ForwardingBackend(to) {
                    @Override
                    public RenewOutcome renew(Grant grant, Duration lease) {
                        renewed.add(grant.attempt().id());
                        return super.renew(grant, lease);
                    }
                },
                renewed::contains,
                lost -> false);
    }

    private static LockBackend tellingTheSecondTime(LockBackend to) {
        Set<AttemptId> asked = ConcurrentHashMap.newKeySet();
        return new Deaf(to, asked::add, lost -> false);
    }

    private static MutantFixture deafInAnOutage() {
        AtomicBoolean cut = new AtomicBoolean();
        return MutantFixture.of(new ForwardingFixture(new MemoryFixture()) {
            @Override
            public Optional<FaultLink> link() {
                return super.link().map(link -> new ForwardingLink(link) {
                    @Override
                    public LockBackend openBackend() {
                        return new Deaf(super.openBackend(), asked -> cut.get(), lost -> false);
                    }

                    @Override
                    public void cut() {
                        cut.set(true);
                        super.cut();
                    }

                    @Override
                    public void heal() {
                        super.heal();
                        cut.set(false);
                    }
                });
            }
        });
    }

    private static MutantFixture askingTheClosed() {
        Map<LockName, LockBackend> owners = new ConcurrentHashMap<>();
        Set<LockBackend> closed = ConcurrentHashMap.newKeySet();
        return MutantFixture.ofBackends(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = super.acquire(attempt, step);
                if (outcome instanceof AcquireOutcome.Granted && attempt.recallable()) {
                    owners.put(attempt.name(), this);
                }
                LockBackend owner = owners.get(attempt.name());
                return outcome instanceof AcquireOutcome.Contended && owner != null && closed.contains(owner)
                        ? new AcquireOutcome.Unknown(new IOException("the owner does not answer"))
                        : outcome;
            }

            @Override
            public void close() {
                closed.add(this);
                super.close();
            }
        });
    }

    private static MutantFixture undeclared() {
        return MutantFixture.ofBackends(
                new MemoryFixture(), backend -> MisdeclaringBackend.not(backend, Capability.RECALLS));
    }

    /** A lock without the retention that its callers ask for. */
    private static final class Dropping extends ForwardingLock {

        Dropping(DistributedLock to) {
            super(to);
        }

        @Override
        public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
            return super.tryAcquire(options.withRetention(Duration.ZERO));
        }
    }

    /** Does not pass some reports on. */
    private static class Deaf extends ForwardingBackend {

        private final Predicate<AttemptId> wanted;
        private final Predicate<AttemptId> lost;

        Deaf(LockBackend to, Predicate<AttemptId> wanted, Predicate<AttemptId> lost) {
            super(to);
            this.wanted = wanted;
            this.lost = lost;
        }

        @Override
        public void start(BackendContext started) {
            super.start(new Filter(started, wanted, lost));
        }
    }

    /** Does not pass recalls on of an attempt whose request is under way. */
    private static final class DeafWhileAsking extends Deaf {

        private final Set<AttemptId> asking;

        DeafWhileAsking(LockBackend to) {
            this(to, ConcurrentHashMap.newKeySet());
        }

        private DeafWhileAsking(LockBackend to, Set<AttemptId> asking) {
            super(to, asking::contains, lost -> false);
            this.asking = asking;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            asking.add(attempt.id());
            try {
                return super.acquire(attempt, step);
            } finally {
                asking.remove(attempt.id());
            }
        }
    }

    private static final class Filter extends ForwardingContext {

        private final Predicate<AttemptId> unheardWanted;
        private final Predicate<AttemptId> unheardLost;

        Filter(BackendContext to, Predicate<AttemptId> unheardWanted, Predicate<AttemptId> unheardLost) {
            super(to);
            this.unheardWanted = unheardWanted;
            this.unheardLost = unheardLost;
        }

        @Override
        public void reportLost(AttemptId id, String detail) {
            if (!unheardLost.test(id)) {
                super.reportLost(id, detail);
            }
        }

        @Override
        public void reportWanted(AttemptId id) {
            if (!unheardWanted.test(id)) {
                super.reportWanted(id);
            }
        }
    }
}
