// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.grant;

import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.RenewResult;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MisdeclaringBackend;
import dev.interlock.mutants.memory.defect.MutantClock;
import dev.interlock.mutants.memory.defect.TranslatingBackend;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Mutants for the TOK rules. */
public final class TokenMutants {

    private TokenMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "tok-per-client",
                        "every client counts its tokens by itself",
                        Set.of(Rule.TOK_1),
                        () -> MutantFixture.ofStore(
                                (backend, store) -> new CountingByItself(backend, new AtomicLong()))),
                new Mutant(
                        "tok-deleted-with-the-lock",
                        "the counter is deleted with the lock and begins again",
                        Set.of(Rule.TOK_1, Rule.TOK_3, Rule.TOK_5, Rule.PROC_2),
                        () -> MutantFixture.ofStore((backend, store) -> new Constant(backend))),
                new Mutant(
                        "tok-grows-by-renewal",
                        "the store gives a renewed hold another token",
                        Set.of(Rule.TOK_2),
                        TokenMutants::growingByRenewal),
                new Mutant(
                        "tok-grows-in-the-handle",
                        "the handle shows another token after a renewal",
                        Set.of(Rule.TOK_2),
                        () -> MutantFixture.ofHandles(new MemoryFixture(), GrowingHandle::new)),
                new Mutant(
                        "tok-one-of-a-block",
                        "a block of tokens reserves only the first",
                        Set.of(Rule.TOK_3),
                        () -> MutantFixture.ofStore((backend, store) -> new OneOfABlock(backend))),
                new Mutant(
                        "tok-renewed-block-repeats",
                        "a renewal writes the first token of a block as the last one that was reserved",
                        Set.of(Rule.TOK_3),
                        TokenMutants::repeatingABlock),
                new Mutant(
                        "tok-lost-with-the-data",
                        "tokens begin again after a loss of data, against the declaration",
                        Set.of(Rule.TOK_4, Rule.FAULT_2),
                        LostTokenCounter::fixture),
                new Mutant(
                        "tok-lost-by-a-late-release",
                        "tokens begin again when an owner whose lock was lost with the data releases it",
                        Set.of(Rule.TOK_4),
                        LostTokenCounter::lostByARelease),
                new Mutant(
                        "tok-survival-not-claimed",
                        "tokens survive a loss of data, but this is not declared",
                        Set.of(Rule.TOK_4),
                        () -> MutantFixture.ofStore((backend, store) ->
                                MisdeclaringBackend.not(backend, Capability.TOKENS_SURVIVE_DATA_LOSS))),
                new Mutant(
                        "tok-milliseconds",
                        "the token is the time in milliseconds",
                        Set.of(Rule.TOK_5),
                        () -> MutantFixture.ofStore((backend, store) -> new Milliseconds(backend))));
    }

    private static MutantFixture growingByRenewal() {
        Map<String, AtomicLong> renewals = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new GrowingByRenewal(backend, renewals));
    }

    private static MutantFixture repeatingABlock() {
        Map<LockName, Map<AttemptId, Integer>> renewed = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new RepeatingABlock(backend, renewed));
    }

    /** Grants its own numbers as tokens, one per attempt. */
    static class CountingByItself extends TranslatingBackend {

        private final AtomicLong last;
        private final Map<AttemptId, Long> given = new ConcurrentHashMap<>();

        CountingByItself(LockBackend to, AtomicLong last) {
            super(to);
            this.last = last;
        }

        @Override
        protected long token(Attempt attempt, long stored) {
            return given.computeIfAbsent(attempt.id(), id -> last.incrementAndGet());
        }
    }

    private static final class Constant extends TranslatingBackend {

        Constant(LockBackend to) {
            super(to);
        }

        @Override
        protected long token(Attempt attempt, long stored) {
            return 1;
        }
    }

    private static final class Milliseconds extends TranslatingBackend {

        private final Map<AttemptId, Long> given = new ConcurrentHashMap<>();

        Milliseconds(LockBackend to) {
            super(to);
        }

        @Override
        protected long token(Attempt attempt, long stored) {
            return given.computeIfAbsent(attempt.id(), id -> MutantClock.millis());
        }
    }

    private static final class GrowingByRenewal extends TranslatingBackend {

        private final Map<String, AtomicLong> renewals;

        GrowingByRenewal(LockBackend to, Map<String, AtomicLong> renewals) {
            super(to);
            this.renewals = renewals;
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            more(grant.attempt().name()).incrementAndGet();
            return super.renew(grant, lease);
        }

        @Override
        protected long token(Attempt attempt, long stored) {
            return stored + more(attempt.name()).get();
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return super.inspect(name)
                    .map(holder ->
                            new Holder(holder.fencingToken() + more(name).get(), holder.remaining(), holder.hint()));
        }

        private AtomicLong more(LockName name) {
            return renewals.computeIfAbsent(name.value(), any -> new AtomicLong());
        }
    }

    private static final class GrowingHandle extends ForwardingHandle {

        private final AtomicLong renewals = new AtomicLong();

        GrowingHandle(LockHandle to) {
            super(to);
        }

        @Override
        public RenewResult renew(Duration lease) {
            renewals.incrementAndGet();
            return super.renew(lease);
        }

        @Override
        public long fencingToken() {
            return super.fencingToken() + renewals.get();
        }
    }

    private static final class OneOfABlock extends TranslatingBackend {

        OneOfABlock(LockBackend to) {
            super(to);
        }

        @Override
        protected Attempt stored(Attempt attempt) {
            return Attempt.of(attempt.name(), attempt.id(), attempt.lease(), 1, attempt.holderHint());
        }
    }

    /** Each block that was renewed leaves only one token used. */
    private static final class RepeatingABlock extends TranslatingBackend {

        private final Map<LockName, Map<AttemptId, Integer>> renewed;

        RepeatingABlock(LockBackend to, Map<LockName, Map<AttemptId, Integer>> renewed) {
            super(to);
            this.renewed = renewed;
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            Attempt attempt = grant.attempt();
            renewed.computeIfAbsent(attempt.name(), any -> new ConcurrentHashMap<>())
                    .put(attempt.id(), attempt.tokens() - 1);
            return super.renew(grant, lease);
        }

        /** Not less for the hold itself, which keeps its tokens. */
        @Override
        protected long token(Attempt attempt, long stored) {
            return stored
                    - renewed.getOrDefault(attempt.name(), Map.of()).entrySet().stream()
                            .filter(block -> !block.getKey().equals(attempt.id()))
                            .mapToLong(Map.Entry::getValue)
                            .sum();
        }
    }
}
