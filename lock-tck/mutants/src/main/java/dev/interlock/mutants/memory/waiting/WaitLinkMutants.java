// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MutantClock;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** Mutants for the rules about waiters whose replies are lost, or whose connection is cut while they wait. */
public final class WaitLinkMutants {

    private static final long MOMENT_MILLIS = 500;

    private static final long KEPT_MILLIS = 2_000;

    private static final int AHEAD = 5;

    private WaitLinkMutants() {}

    public static List<Mutant> all() {
        return List.of(
                contests(
                        "wait-ghost-of-a-lost-reply",
                        "a waiter that was not told of its place in the queue does not leave it",
                        WaitLinkMutants::staying,
                        Rule.WAIT_3),
                contests(
                        "wait-watch-for-a-moment",
                        "the watch of a waiter ends half a second after its look",
                        WaitLinkMutants::watchingForAMoment,
                        Rule.WAIT_7),
                contests(
                        "wait-watch-for-a-moment-told-late",
                        "the watch of a waiter ends half a second after its look, and it is told when it does not ask",
                        WaitLinkMutants::toldLate,
                        Rule.WAIT_7),
                contests(
                        "wait-watch-not-after-an-outage",
                        "a waiter that met an outage watches nothing any more, and polls",
                        WaitLinkMutants::pollingAfterAnOutage,
                        Rule.WAIT_7),
                contests(
                        "wait-turn-kept-after-leaving",
                        "a waiter that leaves in turn keeps its turn for two seconds",
                        WaitLinkMutants::leavingLate,
                        Rule.WAIT_3,
                        Rule.WAIT_7),
                contests(
                        "acq-waiter-forgets-its-grant",
                        "a waiter that was granted the lock takes its own hold for that of another",
                        WaitLinkMutants::forgettingItsGrant,
                        Rule.ACQ_2),
                contests(
                        "tok-of-a-lost-reply",
                        "a waiter whose reply was lost is told a token of its own",
                        WaitLinkMutants::countingAhead,
                        Rule.TOK_1),
                new Mutant(
                        "signal-of-the-newest-holder",
                        "a waiter for a unit is woken by the last client that was granted one, and by no other",
                        Set.of(Rule.WAIT_7),
                        WokenByTheNewest::fixture));
    }

    private static Mutant contests(String id, String broken, UnaryOperator<Contest> defect, Rule... killers) {
        return new Mutant(
                id,
                broken,
                Set.of(killers),
                () -> MutantFixture.ofBackends(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
                    @Override
                    public Contest contest(Attempt attempt) {
                        return defect.apply(super.contest(attempt));
                    }
                }));
    }

    private static Contest staying(Contest contest) {
        AtomicBoolean told = new AtomicBoolean();
        return new ForwardingContest(contest) {
            @Override
            public AcquireOutcome attempt() {
                AcquireOutcome outcome = super.attempt();
                told.set(!(outcome instanceof AcquireOutcome.Unknown));
                return outcome;
            }

            @Override
            public void close() {
                if (told.get()) {
                    super.close();
                }
            }
        };
    }

    private static Contest watchingForAMoment(Contest contest) {
        return new WatchingForAMoment(contest);
    }

    private static Contest toldLate(Contest contest) {
        return new WatchingForAMoment(contest) {
            @Override
            public boolean signalled() {
                return super.signalled() && watches();
            }
        };
    }

    private static class WatchingForAMoment extends ForwardingContest {

        private final AtomicLong looked = new AtomicLong();

        WatchingForAMoment(Contest to) {
            super(to);
        }

        @Override
        public AcquireOutcome attempt() {
            looked.set(MutantClock.millis());
            return super.attempt();
        }

        final boolean watches() {
            return MutantClock.millis() - looked.get() < MOMENT_MILLIS;
        }

        @Override
        public CompletionStage<?> signal() {
            CompletableFuture<Void> soon = new CompletableFuture<>();
            super.signal().thenRun(() -> {
                if (watches()) {
                    soon.complete(null);
                }
            });
            return soon;
        }
    }

    private static Contest pollingAfterAnOutage(Contest contest) {
        AtomicBoolean met = new AtomicBoolean();
        return new ForwardingContest(contest) {
            @Override
            public AcquireOutcome attempt() {
                AcquireOutcome outcome = super.attempt();
                met.compareAndSet(
                        false,
                        !(outcome instanceof AcquireOutcome.Contended || outcome instanceof AcquireOutcome.Granted));
                return outcome;
            }

            @Override
            public CompletionStage<?> signal() {
                return met.get() ? new CompletableFuture<Void>() : super.signal();
            }

            @Override
            public boolean signalled() {
                return !met.get() && super.signalled();
            }
        };
    }

    private static Contest leavingLate(Contest contest) {
        return new ForwardingContest(contest) {
            @Override
            public void close() {
                if (signal().toCompletableFuture().isDone()) {
                    CompletableFuture.delayedExecutor(KEPT_MILLIS, TimeUnit.MILLISECONDS)
                            .execute(super::close);
                } else {
                    super.close();
                }
            }
        };
    }

    private static Contest forgettingItsGrant(Contest contest) {
        AtomicBoolean granted = new AtomicBoolean();
        return new ForwardingContest(contest) {
            @Override
            public AcquireOutcome attempt() {
                AcquireOutcome outcome = super.attempt();
                return outcome instanceof AcquireOutcome.Granted && granted.getAndSet(true)
                        ? new AcquireOutcome.Contended(Duration.ofSeconds(1))
                        : outcome;
            }
        };
    }

    private static Contest countingAhead(Contest contest) {
        AtomicBoolean lost = new AtomicBoolean();
        return new ForwardingContest(contest) {
            @Override
            public AcquireOutcome attempt() {
                AcquireOutcome outcome = super.attempt();
                lost.compareAndSet(false, outcome instanceof AcquireOutcome.Unknown);
                if (lost.get() && outcome instanceof AcquireOutcome.Granted granted) {
                    Grant grant = granted.grant();
                    return new AcquireOutcome.Granted(
                            Grant.of(grant.attempt(), grant.token() + AHEAD, grant.sentNanos(), grant.lease()));
                }
                return outcome;
            }
        };
    }
}
