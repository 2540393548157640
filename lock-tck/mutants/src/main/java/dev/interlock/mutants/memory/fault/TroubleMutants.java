// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mutants for the ERR rules about a store that fails by itself. Behind a link they meet no failure. */
public final class TroubleMutants {

    private static final long LIMIT_NANOS = 100_000_000;

    private TroubleMutants() {}

    public static List<Mutant> all() {
        return List.of(
                mutant(
                        "contention",
                        "a store that is busy is reported as held by another",
                        Rule.ERR_1,
                        Contention::new),
                mutant("refusal", "a write that failed is reported as surely not done", Rule.ERR_1, Refusal::new),
                mutant("grant", "a write that failed is reported as done", Rule.ERR_1, Swallowed::new),
                mutant("lost-lock", "a renewal that failed is reported as 'not owner'", Rule.ERR_1, LostLock::new),
                mutant("renewal", "a renewal that failed is reported as done", Rule.ERR_1, BelievedRenewal::new),
                mutant(
                        "lost-release",
                        "a release that failed is reported as 'not owner'",
                        Rule.ERR_1,
                        LostRelease::new),
                mutant("release", "a release that failed is reported as done", Rule.ERR_1, BelievedRelease::new),
                mutant("free", "inspect shows no holder if it cannot look", Rule.ERR_1, ShownFree::new),
                mutant(
                        "final",
                        "a store that is busy is not asked again by a waiter",
                        Rule.WAIT_1,
                        StepMutants.FinalRefusal::new),
                mutant(
                        "encoded-name",
                        "the message about a busy store names the lock as the store encodes it",
                        Rule.ERR_4,
                        Encoded::new),
                mutant("leak", "a try at a busy store leaves a connection open", Rule.ACQ_7, Leaking::new),
                mutant(
                        "in-the-way",
                        "a renewal that waits for a busy store keeps the mutex of all renewals",
                        Rule.REN_9,
                        InTheWay::new),
                new Mutant(
                        "trouble-is-a-queue",
                        "a try that waits for a busy store keeps the others waiting",
                        Set.of(Rule.ERR_8),
                        TroubleMutants::oneByOne),
                new Mutant(
                        "trouble-is-thrown-by-start",
                        "a start at a store out of reach throws an exception of its own kind",
                        Set.of(Rule.ERR_1),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), StartThrows::new)),
                mutant("bare-message", "the message about a busy store is the driver's own", Rule.ERR_4, Bare::new));
    }

    private static Mutant mutant(String id, String broken, Rule rule, UnaryOperator<LockBackend> defect) {
        return new Mutant(
                "trouble-is-" + id,
                broken,
                Set.of(rule),
                () -> MutantFixture.ofStore((backend, store) -> defect.apply(backend)));
    }

    private static final class Contention extends ForwardingBackend {

        Contention(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Refused
                    ? new AcquireOutcome.Contended(Duration.ofMillis(10))
                    : outcome;
        }
    }

    private static final class Refusal extends ForwardingBackend {

        Refusal(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Unknown unknown
                    ? new AcquireOutcome.Refused(
                            new LockUnavailableException("'" + attempt.name() + "' (" + store() + ")", unknown.cause()),
                            true)
                    : outcome;
        }
    }

    private static final class Swallowed extends ForwardingBackend {

        Swallowed(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Unknown
                    ? new AcquireOutcome.Granted(
                            Grant.of(attempt, 1, context().clock().nanoTime(), attempt.lease()))
                    : outcome;
        }
    }

    private static final class LostLock extends ForwardingBackend {

        LostLock(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            RenewOutcome outcome = super.renew(grant, lease);
            return outcome instanceof RenewOutcome.Unknown
                    ? new RenewOutcome.NotOwner("the store did not find the owner")
                    : outcome;
        }
    }

    private static final class BelievedRenewal extends ForwardingBackend {

        BelievedRenewal(LockBackend to) {
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

    static final class LostRelease extends ForwardingBackend {

        LostRelease(LockBackend to) {
            super(to);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            ReleaseOutcome outcome = super.release(attempt);
            return outcome instanceof ReleaseOutcome.Unknown ? new ReleaseOutcome.NotOwner() : outcome;
        }
    }

    private static final class BelievedRelease extends ForwardingBackend {

        BelievedRelease(LockBackend to) {
            super(to);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            ReleaseOutcome outcome = super.release(attempt);
            return outcome instanceof ReleaseOutcome.Unknown ? new ReleaseOutcome.Released() : outcome;
        }
    }

    static final class ShownFree extends ForwardingBackend {

        ShownFree(LockBackend to) {
            super(to);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            try {
                return super.inspect(name);
            } catch (LockUnavailableException e) {
                return Optional.empty();
            }
        }
    }

    private static final class Encoded extends ForwardingBackend {

        Encoded(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            String name = URLEncoder.encode(attempt.name().value(), StandardCharsets.UTF_8);
            return outcome instanceof AcquireOutcome.Refused refused
                    ? new AcquireOutcome.Refused(
                            new LockUnavailableException("'" + name + "' is busy (" + store() + ")", refused.cause()),
                            refused.retryable())
                    : outcome;
        }
    }

    private static MutantFixture oneByOne() {
        ReentrantLock mutex = new ReentrantLock();
        return MutantFixture.ofBackends(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                mutex.lock();
                try {
                    AcquireOutcome outcome = step.get();
                    if (outcome instanceof AcquireOutcome.Refused || outcome instanceof AcquireOutcome.Unknown) {
                        LockSupport.parkNanos(LIMIT_NANOS);
                    }
                    return outcome;
                } finally {
                    mutex.unlock();
                }
            }
        });
    }

    private static final class InTheWay extends ForwardingBackend {

        private final ReentrantLock mutex = new ReentrantLock();

        InTheWay(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            mutex.lock();
            try {
                RenewOutcome outcome = super.renew(grant, lease);
                if (outcome instanceof RenewOutcome.Unknown) {
                    LockSupport.parkNanos(LIMIT_NANOS);
                }
                return outcome;
            } finally {
                mutex.unlock();
            }
        }
    }

    private static final class StartThrows extends ForwardingBackend {

        StartThrows(LockBackend to) {
            super(to);
        }

        @Override
        public void start(BackendContext started) {
            try {
                super.start(started);
            } catch (LockUnavailableException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final class Leaking extends ForwardingBackend {

        private final Queue<Pipe> open = new ConcurrentLinkedQueue<>();

        Leaking(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Refused) {
                try {
                    open.add(Pipe.open());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return outcome;
        }

        @Override
        public void close() {
            super.close();
            for (Pipe each : open) {
                try {
                    each.sink().close();
                    each.source().close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static final class Bare extends ForwardingBackend {

        Bare(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Refused refused
                    ? new AcquireOutcome.Refused(
                            new LockUnavailableException("busy", refused.cause()), refused.retryable())
                    : outcome;
        }
    }
}
