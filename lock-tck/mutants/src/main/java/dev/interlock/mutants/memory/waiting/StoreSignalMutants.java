// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.ForwardingBulk;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.forward.ForwardingShares;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mutants for the WAIT and RET rules about what a backend tells waiters and owners. An engine's looks hide them. */
public final class StoreSignalMutants {

    private StoreSignalMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "signal-declared-and-not-used",
                        "waiters poll a store whose waiting is declared as SIGNAL",
                        Set.of(Rule.WAIT_7),
                        () -> of(Polling::new)),
                new Mutant(
                        "signal-registered-behind-the-look",
                        "a waiter looks first, and registers for the signal a little later",
                        Set.of(Rule.WAIT_4),
                        () -> RegisteredSignals.behindTheLook()),
                new Mutant(
                        "signal-not-of-a-set",
                        "the release of a set wakes no waiter",
                        Set.of(Rule.WAIT_7),
                        () -> RegisteredSignals.ofSingleReleases()),
                new Mutant(
                        "signal-forgotten-among-many",
                        "a waiter is forgotten when a hundred other locks have been acquired",
                        Set.of(Rule.WAIT_4),
                        StoreSignalMutants::forgettingAmongMany),
                new Mutant(
                        "signal-ends-with-the-first",
                        "a client listens once for its waiters of a lock, until one of them leaves",
                        Set.of(Rule.WAIT_7),
                        () -> of(ListeningOnce::new)),
                new Mutant(
                        "signal-not-of-a-share",
                        "a release wakes no waiter of a lock that several may hold",
                        Set.of(Rule.WAIT_7),
                        () -> of(SilentShares::new)),
                new Mutant(
                        "signal-no-recall-by-a-set",
                        "a refused request for a set recalls nothing",
                        Set.of(Rule.RET_1),
                        () -> of(SetsThatLook::new)));
    }

    private static LockFixture of(UnaryOperator<LockBackend> defect) {
        return MutantFixture.ofBackends(new MemoryFixture(), defect);
    }

    private static final class Polling extends ForwardingBackend {

        Polling(LockBackend to) {
            super(to);
        }

        @Override
        public Contest contest(Attempt attempt) {
            return new ForwardingContest(super.contest(attempt)) {
                @Override
                public boolean signalled() {
                    return false;
                }
            };
        }
    }

    private static LockFixture forgettingAmongMany() {
        AtomicLong acquired = new AtomicLong();
        return of(backend -> new ForwardingBackend(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                acquired.incrementAndGet();
                return super.acquire(attempt, step);
            }

            @Override
            public Contest contest(Attempt attempt) {
                return new ForwardingContest(super.contest(attempt)) {
                    @Override
                    public CompletionStage<?> signal() {
                        long before = acquired.get();
                        CompletableFuture<Void> told = new CompletableFuture<>();
                        super.signal().thenRun(() -> {
                            if (acquired.get() - before < 100) {
                                told.complete(null);
                            }
                        });
                        return told;
                    }
                };
            }
        });
    }

    private static final class SilentShares extends ForwardingBackend {

        SilentShares(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<ShareSteps> shares() {
            return super.shares().map(steps -> new ForwardingShares(steps) {
                @Override
                public Contest contest(Attempt attempt, Share share) {
                    CompletableFuture<Void> never = new CompletableFuture<>();
                    return new ForwardingContest(super.contest(attempt, share)) {
                        @Override
                        public CompletionStage<?> signal() {
                            return never;
                        }
                    };
                }
            });
        }
    }

    /** Its request for a set is refused by a look, which no owner hears of. */
    private static final class SetsThatLook extends ForwardingBackend {

        SetsThatLook(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<BulkSteps> bulk() {
            return to().bulk().map(steps -> new ForwardingBulk(steps) {
                @Override
                public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                    for (Attempt each : attempts) {
                        if (to().inspect(each.name()).isPresent()) {
                            return new AcquireAllOutcome.Contended(each.name(), Duration.ofMillis(10));
                        }
                    }
                    return super.tryAcquireAll(attempts);
                }
            });
        }
    }
}
