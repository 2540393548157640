// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.grant;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.memory.MemoryStore;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.ForwardingBulk;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Mutants whose steps look first and write in a second action, for whose limit they read the clock. The gap is short:
 * only a rule that stops the clock is sure to hit it.
 */
public final class SplitStepMutants {

    private SplitStepMutants() {}

    public static List<Mutant> all() {
        return List.of(
                mutant("acquire", "an acquisition", Rule.ACQ_3, SplitAcquire::new),
                mutant("release", "a release", Rule.REL_6, SplitRelease::new),
                mutant("renew", "a renewal", Rule.REN_2, SplitRenew::new),
                mutant("acquire-set", "a request for a set", Rule.ACQ_3, SplitSet::new),
                mutant(
                        "release-many",
                        "a release of many",
                        Rule.REL_6,
                        (to, store) -> inSteps(to, new SplitRelease(to, store))),
                mutant(
                        "renew-many",
                        "a renewal of many",
                        Rule.REN_2,
                        (to, store) -> inSteps(to, new SplitRenew(to, store))));
    }

    /** Splits what concerns many locks, and nothing else. */
    private static LockBackend inSteps(LockBackend to, Looking split) {
        return new ForwardingBackend(split) {
            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                return to.renew(grant, lease);
            }

            @Override
            public ReleaseOutcome release(Attempt attempt) {
                return to.release(attempt);
            }

            @Override
            public Optional<BulkSteps> bulk() {
                return to.bulk().map(steps -> new ForwardingBulk(steps) {
                    @Override
                    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
                        return grants.stream()
                                .map(grant -> split.renew(grant, lease))
                                .toList();
                    }

                    @Override
                    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
                        return attempts.stream().map(split::release).toList();
                    }
                });
            }
        };
    }

    private static Mutant mutant(
            String id, String step, Rule rule, BiFunction<LockBackend, MemoryStore, LockBackend> defect) {
        return new Mutant(
                "split-" + id,
                step + " looks, reads the clock, and writes without looking again",
                Set.of(rule),
                () -> MutantFixture.ofStore(defect));
    }

    /** Knows the tokens that its attempts were granted, to recognise them when it looks. */
    private abstract static class Looking extends ForwardingBackend {

        private final MemoryStore store;
        private final Map<AttemptId, Long> tokens = new ConcurrentHashMap<>();

        Looking(LockBackend to, MemoryStore store) {
            super(to);
            this.store = store;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Granted granted) {
                tokens.put(attempt.id(), granted.grant().token());
            }
            return outcome;
        }

        final boolean owns(Attempt attempt) {
            Long token = tokens.get(attempt.id());
            return to().inspect(attempt.name())
                    .map(Holder::fencingToken)
                    .filter(found -> found.equals(token))
                    .isPresent();
        }

        /** The gap: other steps come in between only while the clock stands still, or by a rare chance. */
        final void readClock() {
            context().clock().nanoTime();
        }

        final void free(LockName name) {
            store.expire(name.value());
        }
    }

    private static final class SplitAcquire extends Looking {

        SplitAcquire(LockBackend to, MemoryStore store) {
            super(to, store);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            if (to().inspect(attempt.name()).isEmpty()) {
                readClock();
                free(attempt.name());
            }
            return super.acquire(attempt, step);
        }
    }

    private static final class SplitSet extends Looking {

        SplitSet(LockBackend to, MemoryStore store) {
            super(to, store);
        }

        @Override
        public Optional<BulkSteps> bulk() {
            return to().bulk().map(steps -> new ForwardingBulk(steps) {
                @Override
                public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                    List<LockName> names = attempts.stream().map(Attempt::name).toList();
                    if (names.stream().allMatch(name -> to().inspect(name).isEmpty())) {
                        readClock();
                        names.forEach(name -> free(name));
                    }
                    return super.tryAcquireAll(attempts);
                }
            });
        }
    }

    private static final class SplitRelease extends Looking {

        SplitRelease(LockBackend to, MemoryStore store) {
            super(to, store);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            boolean owned = owns(attempt);
            readClock();
            ReleaseOutcome outcome = super.release(attempt);
            if (!owned || outcome instanceof ReleaseOutcome.Released) {
                return outcome;
            }
            free(attempt.name());
            return new ReleaseOutcome.Released();
        }
    }

    private static final class SplitRenew extends Looking {

        SplitRenew(LockBackend to, MemoryStore store) {
            super(to, store);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            boolean owned = owns(grant.attempt());
            readClock();
            RenewOutcome outcome = super.renew(grant, lease);
            if (owned && outcome instanceof RenewOutcome.NotOwner) {
                free(grant.attempt().name());
                to().tryAcquire(grant.attempt());
            }
            return outcome;
        }
    }
}
