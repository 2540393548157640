// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.grant;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.memory.MemoryStore;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.RememberingGrants;
import dev.interlock.mutants.memory.defect.TranslatingBackend;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Mutants for the REL rules. */
public final class ReleaseMutants {

    private ReleaseMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "rel-begins-anew",
                        "a release that comes first after the end of its lease writes the record again, and its lease with it",
                        Set.of(Rule.EXP_1),
                        () -> MutantFixture.ofStore((backend, store) -> new BeginningAnew(backend))),
                new Mutant(
                        "rel-does-nothing",
                        "a release is confirmed and leaves the owner in place",
                        Set.of(Rule.REL_1),
                        () -> MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
                            @Override
                            public ReleaseOutcome release(Attempt attempt) {
                                return new ReleaseOutcome.Released();
                            }
                        })),
                new Mutant(
                        "rel-deletes-blindly",
                        "a release deletes the lock without a check of the owner",
                        Set.of(Rule.REL_2, Rule.REL_3, Rule.REL_5, Rule.REL_6),
                        () -> MutantFixture.ofStore(ReleaseMutants::deletingBlindly)),
                new Mutant(
                        "rel-owner-is-thread",
                        "the owner is the thread instead of the acquisition",
                        Set.of(Rule.REL_2),
                        () -> MutantFixture.ofStore((backend, store) -> new OwnedByThread(backend))),
                new Mutant(
                        "rel-owner-is-host",
                        "the owner is the host instead of the acquisition",
                        Set.of(Rule.REL_2, Rule.ACQ_1),
                        () -> MutantFixture.ofStore((backend, store) -> new OwnedByHost(backend))),
                new Mutant(
                        "rel-lost-is-released",
                        "the release of a lost lock says RELEASED",
                        Set.of(Rule.REL_3),
                        () -> MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
                            @Override
                            public ReleaseOutcome release(Attempt attempt) {
                                super.release(attempt);
                                return new ReleaseOutcome.Released();
                            }
                        })),
                new Mutant(
                        "rel-again-is-not-held",
                        "a second release of a handle says NOT_HELD",
                        Set.of(Rule.REL_4),
                        () -> MutantFixture.ofHandles(new MemoryFixture(), ReleasedOnce::new)),
                new Mutant(
                        "rel-not-settled",
                        "a release without an answer is not repeated",
                        Set.of(Rule.REL_5),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), NotSettled::new)),
                new Mutant(
                        "rel-broken-by-an-interrupt",
                        "the release of an interrupted thread breaks, and is repeated in the background",
                        Set.of(Rule.REL_1),
                        () -> MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {
                            @Override
                            public ReleaseOutcome release(Attempt attempt) {
                                return Thread.currentThread().isInterrupted()
                                        ? new ReleaseOutcome.Unknown(new IOException("closed by an interrupt"))
                                        : super.release(attempt);
                            }
                        })),
                new Mutant(
                        "rel-expired-is-released",
                        "the release of an expired lock says RELEASED",
                        Set.of(Rule.REL_3),
                        () -> MutantFixture.ofHandles(new MemoryFixture(), handle -> new ForwardingHandle(handle) {
                            @Override
                            public ReleaseResult release() {
                                boolean lost = state() == HandleState.LOST;
                                return lost ? ReleaseResult.RELEASED : super.release();
                            }
                        })));
    }

    private static LockBackend deletingBlindly(LockBackend to, MemoryStore store) {
        return new ForwardingBackend(to) {
            @Override
            public ReleaseOutcome release(Attempt attempt) {
                store.expire(attempt.name().value());
                return new ReleaseOutcome.Released();
            }
        };
    }

    private static final class BeginningAnew extends RememberingGrants {

        BeginningAnew(LockBackend to) {
            super(to);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            ReleaseOutcome outcome = super.release(attempt);
            if (granted.remove(attempt.id()) && outcome instanceof ReleaseOutcome.NotOwner) {
                super.tryAcquire(attempt);
            }
            return outcome;
        }
    }

    private static final class OwnedByThread extends TranslatingBackend {

        OwnedByThread(LockBackend to) {
            super(to);
        }

        @Override
        protected Attempt stored(Attempt attempt) {
            AttemptId id = new AttemptId(0, Thread.currentThread().getId());
            return Attempt.of(attempt.name(), id, attempt.lease(), attempt.tokens(), attempt.holderHint());
        }
    }

    private static final class OwnedByHost extends TranslatingBackend {

        OwnedByHost(LockBackend to) {
            super(to);
        }

        @Override
        protected Attempt stored(Attempt attempt) {
            AttemptId id = new AttemptId(0, 127001);
            return Attempt.of(attempt.name(), id, attempt.lease(), attempt.tokens(), attempt.holderHint());
        }
    }

    private static final class ReleasedOnce extends ForwardingHandle {

        private final AtomicBoolean released = new AtomicBoolean();

        ReleasedOnce(LockHandle to) {
            super(to);
        }

        @Override
        public ReleaseResult release() {
            return released.compareAndSet(false, true) ? super.release() : ReleaseResult.NOT_HELD;
        }
    }

    private static final class NotSettled extends ForwardingBackend {

        private final Set<AttemptId> unanswered = ConcurrentHashMap.newKeySet();

        NotSettled(LockBackend to) {
            super(to);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            if (unanswered.contains(attempt.id())) {
                return new ReleaseOutcome.NotOwner();
            }
            ReleaseOutcome outcome = super.release(attempt);
            if (outcome instanceof ReleaseOutcome.Unknown) {
                unanswered.add(attempt.id());
            }
            return outcome;
        }
    }
}
