// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mutants that do not wait for an answer as long as a step may take, each in one kind of step. */
public final class ImpatientMutants {

    /** Half of the limit of the store in memory. */
    private static final long HALF_MILLIS = 125;

    private static final long FIFTH_MILLIS = HALF_MILLIS * 2 / 5;

    private ImpatientMutants() {}

    public static List<Mutant> all() {
        return List.of(
                mutant(
                        "step-impatient",
                        "an acquisition is given up at half of the request limit",
                        Set.of(Rule.ERR_8),
                        InTries::new),
                mutant(
                        "rel-impatient",
                        "a release is given up at half of the request limit",
                        Set.of(Rule.REL_5),
                        to -> new InReleases(to, new ReleaseOutcome.Unknown(noAnswer()))),
                mutant(
                        "rel-silence-is-released",
                        "a release without an answer at half of the request limit is confirmed",
                        Set.of(Rule.REL_5),
                        to -> new InReleases(to, new ReleaseOutcome.Released())),
                mutant(
                        "ren-impatient",
                        "a renewal is given up at half of the request limit",
                        Set.of(Rule.REN_8),
                        InRenewals::new),
                mutant(
                        "ren-silence-is-looked-at",
                        "a renewal without an answer at a fifth of the request limit is confirmed by a look at the owner, "
                                + "and counts from that",
                        Set.of(Rule.REN_8, Rule.REN_10),
                        LookingForTheOwner::new),
                mutant(
                        "obs-impatient",
                        "inspect gives up at half of the request limit",
                        Set.of(Rule.OBS_3),
                        InLooks::new));
    }

    private static Mutant mutant(String id, String defect, Set<Rule> killedBy, UnaryOperator<LockBackend> backends) {
        return new Mutant(id, defect, killedBy, () -> MutantFixture.ofBackends(new MemoryFixture(), backends));
    }

    private static IOException noAnswer() {
        return new IOException("no answer");
    }

    /**
     * The outcome of a step, or another if there is none at half of the limit. The clock decides, and not only the timer:
     * on a busy machine that one may be later than the answer.
     */
    private static <T> T orAtHalf(Supplier<T> step, Supplier<T> other) {
        return orAfter(HALF_MILLIS, step, other);
    }

    private static <T> T orAfter(long millis, Supplier<T> step, Supplier<T> other) {
        long begin = System.nanoTime();
        CompletableFuture<Optional<T>> answer = CompletableFuture.supplyAsync(
                () -> Optional.of(step.get()), task -> new Thread(task, "impatient").start());
        Optional<T> outcome = answer.completeOnTimeout(Optional.empty(), millis, TimeUnit.MILLISECONDS)
                .join();
        boolean late = System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(millis);
        return outcome.filter(answered -> !late).orElseGet(other);
    }

    private static final class InTries extends ForwardingBackend {

        InTries(LockBackend to) {
            super(to);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            return orAtHalf(() -> super.tryAcquire(attempt), () -> new AcquireOutcome.Unknown(noAnswer()));
        }
    }

    private static final class InReleases extends ForwardingBackend {

        private final ReleaseOutcome atHalf;

        InReleases(LockBackend to, ReleaseOutcome atHalf) {
            super(to);
            this.atHalf = atHalf;
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            return orAtHalf(() -> super.release(attempt), () -> atHalf);
        }
    }

    private static final class InRenewals extends ForwardingBackend {

        InRenewals(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return orAtHalf(() -> super.renew(grant, lease), () -> new RenewOutcome.Unknown(noAnswer()));
        }
    }

    private static final class LookingForTheOwner extends ForwardingBackend {

        LookingForTheOwner(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            // So early that the rule surely looks while the request is held.
            return orAfter(FIFTH_MILLIS, () -> super.renew(grant, lease), () -> looked(grant, lease));
        }

        private RenewOutcome looked(Grant grant, Duration lease) {
            long nanos = context().clock().nanoTime();
            return inspect(grant.attempt().name())
                    .filter(holder -> holder.fencingToken() == grant.token())
                    .<RenewOutcome>map(holder -> new RenewOutcome.Renewed(nanos, lease))
                    .orElseGet(() -> new RenewOutcome.NotOwner("a look showed another owner or none"));
        }
    }

    private static final class InLooks extends ForwardingBackend {

        InLooks(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            try {
                return orAtHalf(() -> super.inspect(name), () -> {
                    throw new LockUnavailableException("no answer (" + store() + ")", noAnswer());
                });
            } catch (CompletionException e) {
                if (e.getCause() instanceof LockUnavailableException unavailable) {
                    throw unavailable;
                }
                throw e;
            }
        }
    }
}
