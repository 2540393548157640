// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.operator;

import dev.interlock.LockName;
import dev.interlock.memory.MemoryStore;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Contest;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.forward.ForwardingContext;
import dev.interlock.tck.forward.ForwardingOperator;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A store that treats locks which were freed in a wrong way. It knows the last grant of each lock, and the freed ones. */
final class FreedLocks {

    private final Map<LockName, Grant> granted = new ConcurrentHashMap<>();
    private final Map<LockName, Grant> freed = new ConcurrentHashMap<>();

    private FreedLocks() {}

    /** A backend that notes what is granted and freed. */
    private class Noting extends ForwardingBackend {

        Noting(LockBackend to) {
            super(to);
        }

        boolean wasFreed(AttemptId id) {
            return freed.values().stream()
                    .anyMatch(grant -> grant.attempt().id().equals(id));
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Granted told) {
                granted.put(attempt.name(), told.grant());
            }
            return outcome;
        }

        @Override
        public Optional<OperatorSteps> operator() {
            return super.operator().map(steps -> new ForwardingOperator(steps) {
                @Override
                public FreeOutcome free(LockName name, long token) {
                    Grant holder = granted.get(name);
                    if (holder != null && holder.token() == token) {
                        // Before the free itself: what follows from that must find it here.
                        freed.put(name, holder);
                    }
                    return super.free(name, token);
                }
            });
        }
    }

    static MutantFixture silent() {
        FreedLocks locks = new FreedLocks();
        return MutantFixture.ofStore((backend, store) -> locks.new Noting(backend) {
            @Override
            public Contest contest(Attempt attempt) {
                return locks.silenced(super.contest(attempt), attempt.name());
            }
        });
    }

    private Contest silenced(Contest contest, LockName name) {
        return new ForwardingContest(contest) {
            @Override
            public CompletionStage<?> signal() {
                CompletableFuture<Void> heard = new CompletableFuture<>();
                super.signal().thenRun(() -> {
                    if (!freed.containsKey(name)) {
                        heard.complete(null);
                    }
                });
                return heard;
            }
        };
    }

    static MutantFixture countingFromTheFreed() {
        FreedLocks locks = new FreedLocks();
        return MutantFixture.ofStore((backend, store) -> locks.new Noting(backend) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = super.acquire(attempt, step);
                Grant former = locks.freed.get(attempt.name());
                return former != null && outcome instanceof AcquireOutcome.Granted next
                        ? new AcquireOutcome.Granted(Grant.of(
                                attempt,
                                former.token() + 1,
                                next.grant().sentNanos(),
                                next.grant().lease()))
                        : outcome;
            }
        });
    }

    static MutantFixture notReported() {
        FreedLocks locks = new FreedLocks();
        return MutantFixture.ofStore((backend, store) -> locks.new Noting(backend) {
            @Override
            public void start(BackendContext started) {
                super.start(new ForwardingContext(started) {
                    @Override
                    public void reportLost(AttemptId id, String detail) {
                        if (!wasFreed(id)) {
                            super.reportLost(id, detail);
                        }
                    }
                });
            }
        });
    }

    static MutantFixture renewedByFormerHolders() {
        FreedLocks locks = new FreedLocks();
        return MutantFixture.ofStore((backend, store) -> locks.new Noting(backend) {
            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                long sentNanos = context().clock().nanoTime();
                RenewOutcome outcome = super.renew(grant, lease);
                return outcome instanceof RenewOutcome.NotOwner
                                && wasFreed(grant.attempt().id())
                        ? new RenewOutcome.Renewed(sentNanos, lease)
                        : outcome;
            }
        });
    }

    static MutantFixture releasedByFormerHolders() {
        FreedLocks locks = new FreedLocks();
        return MutantFixture.ofStore((backend, store) -> locks.releasing(backend, store));
    }

    private LockBackend releasing(LockBackend backend, MemoryStore store) {
        return new Noting(backend) {
            @Override
            public ReleaseOutcome release(Attempt attempt) {
                ReleaseOutcome outcome = super.release(attempt);
                if (outcome instanceof ReleaseOutcome.NotOwner && wasFreed(attempt.id())) {
                    store.expire(attempt.name().value());
                    return new ReleaseOutcome.Released();
                }
                return outcome;
            }
        };
    }
}
