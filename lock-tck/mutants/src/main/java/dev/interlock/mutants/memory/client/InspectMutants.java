// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MutantClock;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
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
import java.util.function.Supplier;

/** Mutants for rule OBS-3: stores whose inspect reads the wrong part of a lock, or changes it. */
public final class InspectMutants {

    private InspectMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "obs-last-token-shown",
                        "inspect shows the last of the tokens that the holder reserved",
                        Set.of(Rule.OBS_3),
                        () -> {
                            Map<Long, Integer> blocks = new ConcurrentHashMap<>();
                            return MutantFixture.ofStore((backend, store) -> new LastToken(backend, blocks));
                        }),
                new Mutant(
                        "obs-hint-lost-by-renewal",
                        "a renewal writes the lock without its hint",
                        Set.of(Rule.OBS_3),
                        () -> {
                            Set<Long> renewed = ConcurrentHashMap.newKeySet();
                            return MutantFixture.ofStore((backend, store) -> new HintLost(backend, renewed));
                        }),
                new Mutant(
                        "obs-hint-of-the-first-lease",
                        "the hint has the lease of the attempt, and a renewal for longer does not prolong it",
                        Set.of(Rule.OBS_3),
                        () -> {
                            Map<Hold, Long> ends = new ConcurrentHashMap<>();
                            return MutantFixture.ofStore((backend, store) -> new HintOfTheFirstLease(backend, ends));
                        }),
                new Mutant(
                        "obs-hint-inherited",
                        "a grant without a hint leaves the hint of the holder whose lease ended",
                        Set.of(Rule.OBS_3),
                        () -> {
                            Map<LockName, String> hints = new ConcurrentHashMap<>();
                            return MutantFixture.ofStore((backend, store) -> new HintInherited(backend, hints));
                        }),
                new Mutant(
                        "obs-inspect-throws-if-free",
                        "inspect throws if the lock is free",
                        Set.of(Rule.OBS_3),
                        () -> MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
                            @Override
                            public Optional<Holder> inspect(LockName name) {
                                Holder holder = super.inspect(name).orElseThrow();
                                return Optional.of(holder);
                            }
                        })),
                new Mutant(
                        "obs-hint-cut",
                        "a hint is cut to 64 characters",
                        Set.of(Rule.OBS_3),
                        () -> MutantFixture.ofStore((backend, store) -> new HintCut(backend))),
                new Mutant(
                        "obs-inspect-creates",
                        "inspect makes the entry that it looks for",
                        Set.of(Rule.OBS_3),
                        () -> MutantFixture.ofStore((backend, store) -> new Creating(backend))));
    }

    private static final class LastToken extends ForwardingBackend {

        private final Map<Long, Integer> blocks;

        LastToken(LockBackend to, Map<Long, Integer> blocks) {
            super(to);
            this.blocks = blocks;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Granted granted) {
                blocks.put(granted.grant().token(), attempt.tokens());
            }
            return outcome;
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return super.inspect(name)
                    .map(holder -> new Holder(
                            holder.fencingToken() + blocks.getOrDefault(holder.fencingToken(), 1) - 1,
                            holder.remaining(),
                            holder.hint()));
        }
    }

    private static final class HintCut extends ForwardingBackend {

        HintCut(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return super.inspect(name)
                    .map(holder -> new Holder(
                            holder.fencingToken(),
                            holder.remaining(),
                            holder.hint().map(text -> text.substring(0, Math.min(64, text.length())))));
        }
    }

    private static final class HintLost extends ForwardingBackend {

        private final Set<Long> renewed;

        HintLost(LockBackend to, Set<Long> renewed) {
            super(to);
            this.renewed = renewed;
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            renewed.add(grant.token());
            return super.renew(grant, lease);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return super.inspect(name)
                    .map(holder -> renewed.contains(holder.fencingToken())
                            ? new Holder(holder.fencingToken(), holder.remaining(), Optional.empty())
                            : holder);
        }
    }

    /** Different locks can have the same token. */
    private record Hold(LockName name, long token) {}

    private static final class HintOfTheFirstLease extends ForwardingBackend {

        private final Map<Hold, Long> ends;

        HintOfTheFirstLease(LockBackend to, Map<Hold, Long> ends) {
            super(to);
            this.ends = ends;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Granted granted) {
                long end = MutantClock.millis() + attempt.lease().toMillis();
                ends.merge(new Hold(attempt.name(), granted.grant().token()), end, Math::max);
            }
            return outcome;
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return super.inspect(name)
                    .map(holder -> ends.getOrDefault(new Hold(name, holder.fencingToken()), Long.MAX_VALUE)
                                    <= MutantClock.millis()
                            ? new Holder(holder.fencingToken(), holder.remaining(), Optional.empty())
                            : holder);
        }
    }

    private static final class HintInherited extends ForwardingBackend {

        private final Map<LockName, String> hints;

        HintInherited(LockBackend to, Map<LockName, String> hints) {
            super(to);
            this.hints = hints;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            String hint = attempt.holderHint();
            if (hint != null && outcome instanceof AcquireOutcome.Granted) {
                hints.put(attempt.name(), hint);
            }
            return outcome;
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            hints.remove(attempt.name());
            return super.release(attempt);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return super.inspect(name)
                    .map(holder -> new Holder(
                            holder.fencingToken(),
                            holder.remaining(),
                            holder.hint().or(() -> Optional.ofNullable(hints.get(name)))));
        }
    }

    private static final class Creating extends ForwardingBackend {

        private static final Duration LEASE = Duration.ofSeconds(1);

        Creating(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            Optional<Holder> holder = super.inspect(name);
            if (holder.isEmpty()) {
                Attempt look = Attempt.of(name, AttemptId.random(), LEASE, 1, null);
                to().tryAcquire(look);
                to().release(look);
            }
            return holder;
        }
    }
}
