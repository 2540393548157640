// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.RenewResult;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Mutants for the REN rules: clients that renew in a wrong way. */
public final class RenewScheduleMutants {

    private RenewScheduleMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "ren-dies-of-a-failure",
                        "a renewal that failed is the last one",
                        Set.of(Rule.REN_4),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), DyingOfFailure::new)),
                new Mutant(
                        "ren-after-release",
                        "renewals go on after the release",
                        Set.of(Rule.REN_5),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), AfterRelease::new)),
                new Mutant(
                        "ren-explicit-does-nothing",
                        "an explicit renewal says RENEWED without a request",
                        Set.of(Rule.REN_6, Rule.REN_3),
                        () -> MutantFixture.ofHandles(new MemoryFixture(), RenewingNothing::new)),
                new Mutant(
                        "ren-max-hold-ignored",
                        "maxHold is ignored",
                        Set.of(Rule.REN_7),
                        () -> MutantFixture.ofLocks(new MemoryFixture(), Unlimited::new)),
                new Mutant(
                        "ren-unknown-is-renewed",
                        "a renewal without an answer is taken for a confirmation",
                        Set.of(Rule.REN_8),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), UnknownIsRenewed::new)),
                new Mutant(
                        "ren-unknown-is-lost",
                        "a renewal without an answer is taken for 'not owner'",
                        Set.of(Rule.REN_8),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), UnknownIsLost::new)),
                new Mutant(
                        "ren-one-at-a-time",
                        "each renewal waits for the one before it",
                        Set.of(Rule.REN_9),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), to -> new FewAtATime(to, 1))),
                new Mutant(
                        "ren-four-at-a-time",
                        "four threads renew, in the order of arrival",
                        Set.of(Rule.REN_9),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), to -> new FewAtATime(to, 4))));
    }

    private static final class DyingOfFailure extends ForwardingBackend {

        private final Set<AttemptId> dead = ConcurrentHashMap.newKeySet();

        DyingOfFailure(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            AttemptId id = grant.attempt().id();
            RenewOutcome outcome = dead.contains(id)
                    ? new RenewOutcome.Unknown(new IOException("no renewal any more"))
                    : super.renew(grant, lease);
            if (outcome instanceof RenewOutcome.Unknown) {
                dead.add(id);
            }
            return outcome;
        }
    }

    private static final class AfterRelease extends ForwardingBackend {

        private final Map<AttemptId, Grant> renewed = new ConcurrentHashMap<>();

        AfterRelease(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            renewed.put(grant.attempt().id(), grant);
            return super.renew(grant, lease);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            Grant grant = renewed.remove(attempt.id());
            if (grant != null) {
                context().clock().schedule(attempt.lease().toNanos() / 3, () -> super.renew(grant, attempt.lease()));
            }
            return super.release(attempt);
        }
    }

    private static final class RenewingNothing extends ForwardingHandle {

        RenewingNothing(LockHandle to) {
            super(to);
        }

        @Override
        public RenewResult renew(Duration lease) {
            return RenewResult.RENEWED;
        }
    }

    private static final class Unlimited extends ForwardingLock {

        Unlimited(DistributedLock to) {
            super(to);
        }

        @Override
        public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
            return super.tryAcquire(options.withMaxHold(AcquireOptions.UNLIMITED));
        }
    }

    private static final class UnknownIsRenewed extends ForwardingBackend {

        UnknownIsRenewed(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            RenewOutcome outcome = super.renew(grant, lease);
            return outcome instanceof RenewOutcome.Unknown
                    ? new RenewOutcome.Renewed(context().clock().nanoTime(), lease)
                    : outcome;
        }
    }

    private static final class UnknownIsLost extends ForwardingBackend {

        UnknownIsLost(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            RenewOutcome outcome = super.renew(grant, lease);
            return outcome instanceof RenewOutcome.Unknown ? new RenewOutcome.NotOwner("no answer") : outcome;
        }
    }

    private static final class FewAtATime extends ForwardingBackend {

        private final Semaphore turns;

        FewAtATime(LockBackend to, int most) {
            super(to);
            turns = new Semaphore(most, true);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            turns.acquireUninterruptibly();
            try {
                return super.renew(grant, lease);
            } finally {
                turns.release();
            }
        }
    }
}
