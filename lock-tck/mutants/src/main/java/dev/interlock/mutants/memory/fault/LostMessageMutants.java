// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.LockName;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingOperator;
import dev.interlock.tck.forward.ForwardingShares;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mutants that take a step without an answer for one that was not executed, or for one that was. */
public final class LostMessageMutants {

    private LostMessageMutants() {}

    public static List<Mutant> all() {
        return List.of(
                mutant(
                        "release-is-not-owned",
                        "a release without an answer is taken for one of an attempt that owns nothing",
                        Set.of(Rule.SEQ_1, Rule.REL_5),
                        TroubleMutants.LostRelease::new),
                mutant(
                        "inspection-shows-a-free-lock",
                        "inspect shows no holder if the store did not answer",
                        Set.of(Rule.OBS_3),
                        TroubleMutants.ShownFree::new),
                mutant(
                        "free-finds-no-holder",
                        "a free that did not reach the store is told that the lock is free",
                        Set.of(Rule.OPS_4, Rule.SEQ_1),
                        FreeSteps::new),
                mutant(
                        "connection-used-again",
                        "a connection whose reply did not come in time is used again, and its next reply does not come",
                        Set.of(Rule.ERR_5),
                        UsedAgain::new),
                mutant(
                        "share-renewal-is-not-owned",
                        "the renewal of units without an answer is taken for one of an attempt that owns nothing",
                        Set.of(Rule.SHARE_5),
                        Shares::new));
    }

    private static Mutant mutant(String id, String broken, Set<Rule> killedBy, UnaryOperator<LockBackend> defect) {
        return new Mutant(
                "lost-" + id, broken, killedBy, () -> MutantFixture.ofBackends(new MemoryFixture(), defect::apply));
    }

    private static final class FreeSteps extends ForwardingBackend {

        FreeSteps(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<OperatorSteps> operator() {
            return super.operator().map(steps -> new ForwardingOperator(steps) {
                @Override
                public FreeOutcome free(LockName name, long token) {
                    FreeOutcome outcome = super.free(name, token);
                    boolean answered =
                            !(outcome instanceof FreeOutcome.Unknown) && !(outcome instanceof FreeOutcome.Refused);
                    return answered ? outcome : new FreeOutcome.NotHeld();
                }
            });
        }
    }

    /** What an acquisition did not get it never gets: no other connection is opened. */
    private static final class UsedAgain extends ForwardingBackend {

        private volatile boolean silent;

        UsedAgain(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            if (silent) {
                return new AcquireOutcome.Unknown(new IOException("read timed out"));
            }
            AcquireOutcome outcome = step.get();
            silent = outcome instanceof AcquireOutcome.Unknown;
            return outcome;
        }
    }

    private static final class Shares extends ForwardingBackend {

        Shares(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<ShareSteps> shares() {
            return super.shares().map(steps -> new ForwardingShares(steps) {
                @Override
                public Renewal renew(Grant grant, Duration lease) {
                    Renewal renewal = super.renew(grant, lease);
                    return renewal.outcome() instanceof RenewOutcome.Unknown
                            ? new Renewal(new RenewOutcome.NotOwner("no answer"), renewal.wanted())
                            : renewal;
                }
            });
        }
    }
}
