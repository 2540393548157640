// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MutantClock;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Mutants for the WAIT rules about signals and about the length of a pause. Some are on stores whose polling waiters
 * would hide the defect.
 */
public final class WaitSignalMutants {

    private static final Duration OFTEN = Duration.ofMillis(50);

    private WaitSignalMutants() {}

    public static List<Mutant> all() {
        return List.of(
                contests(
                        "never-woken",
                        "signals are promised and never come",
                        WaitSignalMutants::mute,
                        Rule.WAIT_1,
                        Rule.WAIT_7,
                        Rule.SEQ_2),
                contests(
                        "polls-instead",
                        "signals are promised and never come, and waiters who poll do not miss them",
                        contest -> polling(mute(contest)),
                        Rule.WAIT_4,
                        Rule.WAIT_7),
                contests(
                        "signal-asked-late",
                        "a signal covers only what comes after it was asked for",
                        WaitSignalMutants::late,
                        Rule.WAIT_4),
                contests(
                        "watch-from-now",
                        "a watch tells what comes after it was set, and polling hides what came before",
                        contest -> polling(late(contest)),
                        Rule.WAIT_4),
                contests(
                        "rests-for-the-former",
                        "a waiter rests for the longest lease that it was ever told of",
                        WaitSignalMutants::restingForTheLongest,
                        Rule.WAIT_12),
                new Mutant(
                        "wait-told-its-own-lease",
                        "a refused attempt has to rest for the lease that it asked for",
                        Set.of(Rule.WAIT_12, Rule.SEQ_1),
                        () -> MutantFixture.ofStore((backend, store) -> new ToldItsOwnLease(backend))),
                new Mutant(
                        "wait-deaf-after-a-cut",
                        "a backend whose connection was cut does not listen again",
                        Set.of(Rule.WAIT_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), DeafAfterACut::new)),
                new Mutant(
                        "wait-signal-before-the-release",
                        "a release wakes waiters first and then frees the lock",
                        Set.of(Rule.WAIT_7),
                        SignalBeforeRelease::fixture),
                new Mutant(
                        "wait-watch-kept",
                        "the watch of a waiter outlives it",
                        Set.of(Rule.WAIT_3),
                        KeptWatches::fixture));
    }

    private static Mutant contests(String id, String broken, UnaryOperator<Contest> defect, Rule... killers) {
        return new Mutant(
                "wait-" + id,
                broken,
                Set.of(killers),
                () -> MutantFixture.ofBackends(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
                    @Override
                    public Contest contest(Attempt attempt) {
                        return defect.apply(super.contest(attempt));
                    }
                }));
    }

    private static final class DeafAfterACut extends ForwardingBackend {

        private volatile boolean deaf;

        DeafAfterACut(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            deaf |= outcome instanceof AcquireOutcome.Refused;
            return outcome;
        }

        @Override
        public Contest contest(Attempt attempt) {
            Contest contest = super.contest(attempt);
            return deaf ? mute(contest) : contest;
        }
    }

    private static Contest mute(Contest contest) {
        CompletableFuture<Void> never = new CompletableFuture<>();
        return new ForwardingContest(contest) {
            @Override
            public CompletionStage<?> signal() {
                return never;
            }
        };
    }

    private static Contest late(Contest contest) {
        return new ForwardingContest(contest) {
            @Override
            public CompletionStage<?> signal() {
                CompletionStage<?> signal = super.signal();
                return signal.toCompletableFuture().isDone() ? new CompletableFuture<>() : signal;
            }
        };
    }

    private static Contest restingForTheLongest(Contest contest) {
        AtomicLong latestEnd = new AtomicLong(Long.MIN_VALUE);
        return new ForwardingContest(contest) {
            @Override
            public AcquireOutcome attempt() {
                AcquireOutcome outcome = super.attempt();
                if (!(outcome instanceof AcquireOutcome.Contended contended)) {
                    return outcome;
                }
                long now = MutantClock.millis();
                long told = now + contended.retryAfter().toMillis();
                return new AcquireOutcome.Contended(
                        Duration.ofMillis(latestEnd.accumulateAndGet(told, Math::max) - now));
            }
        };
    }

    private static Contest polling(Contest contest) {
        return new ForwardingContest(contest) {
            @Override
            public AcquireOutcome attempt() {
                AcquireOutcome outcome = super.attempt();
                return outcome instanceof AcquireOutcome.Contended ? new AcquireOutcome.Contended(OFTEN) : outcome;
            }
        };
    }

    private static final class ToldItsOwnLease extends ForwardingBackend {

        ToldItsOwnLease(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Contended
                    ? new AcquireOutcome.Contended(attempt.lease())
                    : outcome;
        }
    }
}
