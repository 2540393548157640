// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.grant;

import dev.interlock.LockUnavailableException;
import dev.interlock.memory.MemoryStore;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.MutantClock;
import dev.interlock.mutants.memory.defect.TranslatingBackend;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Mutants for the ACQ rules: stores that grant in a wrong way. */
public final class AcquireMutants {

    /** The most that a defect waits for a second client, which comes at once unless the machine is busy. */
    private static final long MEETING_MILLIS = 2_000;

    private AcquireMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "acq-set-without-nx",
                        "an acquisition overwrites the owner",
                        Set.of(Rule.ACQ_1, Rule.ACQ_3, Rule.ACQ_6, Rule.PROC_3, Rule.PROC_4),
                        () -> MutantFixture.ofStore(AcquireMutants::overwriting)),
                new Mutant(
                        "acq-check-then-set",
                        "an acquisition looks first and writes in a second step",
                        Set.of(Rule.ACQ_1),
                        () -> checkingThenSetting(ended -> true)),
                new Mutant(
                        "acq-check-then-set-after-a-release",
                        "a lock that was released is granted in two steps, a look and a write",
                        Set.of(Rule.ACQ_3, Rule.SEQ_1),
                        () -> checkingThenSetting("released"::equals)),
                new Mutant(
                        "acq-check-then-set-after-a-lease",
                        "a lock whose lease has ended is granted in two steps, a look and a write",
                        Set.of(Rule.ACQ_3),
                        () -> checkingThenSetting("granted"::equals)),
                new Mutant(
                        "acq-second-reply-refused",
                        "an acquisition of two requests is called refused if the second gets no reply",
                        Set.of(Rule.ERR_2),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), AskingTwice::new)),
                new Mutant(
                        "acq-any-answer-is-success",
                        "'held by another' is taken for a grant, since it is not null",
                        Set.of(Rule.ACQ_1, Rule.ACQ_6),
                        () -> MutantFixture.ofStore((backend, store) -> new Contentless(backend))),
                new Mutant(
                        "acq-new-owner-per-request",
                        "every request of an attempt has an owner id of its own",
                        Set.of(Rule.ACQ_2),
                        () -> MutantFixture.ofStore((backend, store) -> new NewOwnerPerRequest(backend))),
                new Mutant(
                        "acq-new-token-per-request",
                        "a repeated attempt is given another token",
                        Set.of(Rule.ACQ_2),
                        () -> MutantFixture.ofStore((backend, store) -> new NewTokenPerRequest(backend))),
                new Mutant(
                        "acq-polite",
                        "of two simultaneous tries each gives way to the other",
                        Set.of(Rule.ACQ_3),
                        AcquireMutants::polite),
                new Mutant(
                        "acq-try-stays-in-the-queue",
                        "a try that failed keeps a place in the store's queue",
                        Set.of(Rule.ACQ_7),
                        () -> MutantFixture.ofStore(AcquireMutants::queueing)));
    }

    private static LockBackend overwriting(LockBackend to, MemoryStore store) {
        return new ForwardingBackend(to) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                store.expire(attempt.name().value());
                return super.acquire(attempt, step);
            }
        };
    }

    /**
     * A store that grants a lock in two steps.
     *
     * @param when the last that was done with the lock: nothing, "granted" or "released"
     */
    private static MutantFixture checkingThenSetting(Predicate<String> when) {
        Map<String, String> last = new ConcurrentHashMap<>();
        Map<String, Integer> grants = new ConcurrentHashMap<>();
        Map<String, AtomicInteger> looked = new ConcurrentHashMap<>();
        Map<String, AtomicInteger> written = new ConcurrentHashMap<>();
        ReentrantLock writing = new ReentrantLock();
        return MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                String name = attempt.name().value();
                boolean taken = to().inspect(attempt.name()).isPresent();
                if (taken || !when.test(last.getOrDefault(name, ""))) {
                    return granted(name, step.get());
                }
                // The gap of the first lasts until a second has looked and written too, so that the two certainly
                // meet. Those that met before an earlier grant do not count.
                String since = name + "#" + grants.getOrDefault(name, 0);
                AtomicInteger looks = looked.computeIfAbsent(since, key -> new AtomicInteger());
                AtomicInteger writes = written.computeIfAbsent(since, key -> new AtomicInteger());
                looks.incrementAndGet();
                MutantClock.pauseUntil(() -> looks.get() > 1, MEETING_MILLIS);
                AcquireOutcome outcome = overwrite(name, step);
                writes.incrementAndGet();
                MutantClock.pauseUntil(() -> writes.get() > 1 || looks.get() == 1, MEETING_MILLIS);
                return granted(name, outcome);
            }

            private AcquireOutcome granted(String name, AcquireOutcome outcome) {
                if (outcome instanceof AcquireOutcome.Granted) {
                    last.put(name, "granted");
                    grants.merge(name, 1, Integer::sum);
                }
                return outcome;
            }

            @Override
            public ReleaseOutcome release(Attempt attempt) {
                last.put(attempt.name().value(), "released");
                return super.release(attempt);
            }

            /** One write at a time: if the second emptied the lock before the first wrote, it would be refused. */
            private AcquireOutcome overwrite(String name, Supplier<AcquireOutcome> step) {
                writing.lock();
                try {
                    store.expire(name);
                    return step.get();
                } finally {
                    writing.unlock();
                }
            }
        });
    }

    private static LockBackend queueing(LockBackend to, MemoryStore store) {
        return new ForwardingBackend(to) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt) {
                AcquireOutcome outcome = super.tryAcquire(attempt);
                if (outcome instanceof AcquireOutcome.Contended) {
                    to().contest(attempt).attempt();
                }
                return outcome;
            }
        };
    }

    private static MutantFixture polite() {
        Map<String, AtomicInteger> busy = new ConcurrentHashMap<>();
        return MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AtomicInteger trying = busy.computeIfAbsent(attempt.name().value(), name -> new AtomicInteger());
                boolean first = trying.incrementAndGet() == 1;
                MutantClock.pauseUntil(() -> trying.get() > 1, MEETING_MILLIS);
                boolean alone = first && trying.get() == 1;
                return alone ? step.get() : new AcquireOutcome.Contended(Duration.ofMillis(1));
            }
        });
    }

    /** Its second request asks for what the first was granted. */
    private static final class AskingTwice extends ForwardingBackend {

        AskingTwice(LockBackend to) {
            super(to);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            AcquireOutcome first = super.tryAcquire(attempt);
            if (!(first instanceof AcquireOutcome.Granted)) {
                return first;
            }
            return super.tryAcquire(attempt) instanceof AcquireOutcome.Unknown unknown
                    ? new AcquireOutcome.Refused(new LockUnavailableException("no connection", unknown.cause()), true)
                    : first;
        }
    }

    private static final class Contentless extends ForwardingBackend {

        private final AtomicLong invented = new AtomicLong(1);

        Contentless(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            return outcome instanceof AcquireOutcome.Contended
                    ? new AcquireOutcome.Granted(Grant.of(
                            attempt,
                            invented.incrementAndGet(),
                            context().clock().nanoTime(),
                            attempt.lease()))
                    : outcome;
        }
    }

    private static final class NewOwnerPerRequest extends TranslatingBackend {

        private final Map<AttemptId, AttemptId> latest = new ConcurrentHashMap<>();

        NewOwnerPerRequest(LockBackend to) {
            super(to);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            latest.put(attempt.id(), AttemptId.random());
            return super.tryAcquire(attempt);
        }

        @Override
        protected Attempt stored(Attempt attempt) {
            AttemptId id = latest.getOrDefault(attempt.id(), attempt.id());
            return Attempt.of(attempt.name(), id, attempt.lease(), attempt.tokens(), attempt.holderHint());
        }
    }

    private static final class NewTokenPerRequest extends TranslatingBackend {

        private final AtomicLong requests = new AtomicLong();

        NewTokenPerRequest(LockBackend to) {
            super(to);
        }

        @Override
        protected long token(Attempt attempt, long stored) {
            return stored + requests.incrementAndGet();
        }
    }
}
