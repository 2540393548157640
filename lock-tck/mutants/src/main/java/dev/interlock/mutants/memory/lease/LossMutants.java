// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockListener;
import dev.interlock.LockLost;
import dev.interlock.LockName;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.BrokenClientFixture;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingContext;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Mutants for the LOSS rules. */
public final class LossMutants {

    private LossMutants() {}

    public static List<Mutant> all() {
        return List.of(
                handles(
                        "believed-until-told",
                        "a hold past its own deadline counts as HELD until the store says otherwise",
                        Rule.LOSS_1,
                        BrokenHandles::untilTold),
                handles("time-frozen", "remaining() is computed once", Rule.LOSS_1, BrokenHandles::withFrozenRemaining),
                new Mutant(
                        "loss-by-the-wall",
                        "the deadline is a time of the wall clock",
                        Set.of(Rule.LOSS_1),
                        LossMutants::byTheWall),
                handles("told-twice", "every loss is reported twice", Rule.LOSS_2, handle -> telling(handle, 2)),
                handles("never-told", "no loss is reported", Rule.LOSS_2, handle -> telling(handle, 0)),
                handles(
                        "late-consumer-forgotten",
                        "a consumer that registers after the loss is not told",
                        Rule.LOSS_2,
                        BrokenHandles::ignoringLateConsumers),
                handles(
                        "any-time-will-do",
                        "ensureHeld ignores the time asked for",
                        Rule.LOSS_3,
                        BrokenHandles::ignoringAtLeast),
                handles(
                        "unsure-will-do",
                        "ensureHeld looks at the time alone",
                        Rule.LOSS_3,
                        BrokenHandles::ignoringState),
                locks(
                        "with-lock-says-nothing",
                        "withLock releases the lock and returns",
                        lock -> new NaiveWithLock(lock, false)),
                locks(
                        "with-lock-asks-the-handle",
                        "withLock ignores how the release ended",
                        lock -> new NaiveWithLock(lock, true)),
                handles(
                        "close-says-nothing",
                        "close() releases the lock and ignores how that ended",
                        Rule.LOSS_4,
                        BrokenHandles::closingQuietly),
                locks(
                        "with-lock-async-impatient",
                        "withLockAsync releases when the function returns, not when its stage ends",
                        ImpatientWithLockAsync::new),
                reports("uncertainty-ignored", "a report of uncertainty is dropped", (context, id) -> {}),
                reports(
                        "uncertain-is-lost",
                        "a report of uncertainty ends the hold",
                        (context, id) -> context.reportLost(id, "the connection broke")),
                handles(
                        "uncertain-for-ever",
                        "a hold once UNCERTAIN stays so",
                        Rule.LOSS_5,
                        BrokenHandles::uncertainForEver),
                new Mutant(
                        "loss-listeners-in-renewals",
                        "listeners hear of a renewal on the thread that renews",
                        Set.of(Rule.LOSS_6),
                        LossMutants::listenersInRenewals),
                watches("not-watched", "REPORTS_LOSS is declared, and no lock is watched", LossMutants::unwatched),
                new Mutant(
                        "loss-watch-never-ends",
                        "the watch of a hold goes on after its end",
                        Set.of(Rule.LOSS_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), LossMutants::watchingOn)),
                new Mutant(
                        "loss-watch-by-name",
                        "the end of one watch ends that of the next hold of the lock, too",
                        Set.of(Rule.LOSS_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), WatchByName::new)),
                new Mutant(
                        "loss-first-owner-watched",
                        "only the first owner that a lock ever had is watched",
                        Set.of(Rule.LOSS_7),
                        LossMutants::watchingTheFirst),
                new Mutant(
                        "loss-watch-looks-first",
                        "a loss between the look of a watch and its registration is not noticed",
                        Set.of(Rule.LOSS_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), WatchThatLooksFirst::new)),
                new Mutant(
                        "loss-watch-deaf-in-an-outage",
                        "what happens to a watched lock during an outage is not looked up after it",
                        Set.of(Rule.LOSS_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), WatchDeafInAnOutage::new)),
                new Mutant(
                        "loss-watch-given-up",
                        "a watch that begins while the store cannot be reached is not set up later",
                        Set.of(Rule.LOSS_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), WatchGivenUp::new)),
                watches("watched-from-now", "a loss before the watch begins is not noticed", WatchFromNow::new),
                handles(
                        "one-messenger",
                        "one thread tells all losses, wherever asked to",
                        Rule.LOSS_6,
                        handle -> toldBy(Messengers.ONE, handle)),
                handles(
                        "64-messengers",
                        "64 threads tell all losses, wherever asked to, and never more",
                        Rule.LOSS_6,
                        handle -> toldBy(Messengers.MANY, handle)));
    }

    private static Mutant handles(String id, String broken, Rule rule, UnaryOperator<LockHandle> defect) {
        return new Mutant(
                "loss-" + id, broken, Set.of(rule), () -> MutantFixture.ofHandles(new MemoryFixture(), defect));
    }

    private static Mutant locks(String id, String broken, UnaryOperator<DistributedLock> defect) {
        return new Mutant(
                "loss-" + id, broken, Set.of(Rule.LOSS_4), () -> MutantFixture.ofLocks(new MemoryFixture(), defect));
    }

    private static Mutant reports(String id, String broken, BiConsumer<BackendContext, AttemptId> uncertain) {
        return new Mutant(
                "loss-" + id,
                broken,
                Set.of(Rule.LOSS_5),
                () -> MutantFixture.ofEngines(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
                    @Override
                    public void start(BackendContext context) {
                        super.start(new ForwardingContext(context) {
                            @Override
                            public void reportUncertain(AttemptId id, String detail) {
                                uncertain.accept(context, id);
                            }
                        });
                    }
                }));
    }

    private static Mutant watches(String id, String broken, UnaryOperator<LockBackend> defect) {
        return new Mutant(
                "loss-" + id, broken, Set.of(Rule.LOSS_7), () -> MutantFixture.ofEngines(new MemoryFixture(), defect));
    }

    private static LockBackend watchingOn(LockBackend to) {
        return new ForwardingBackend(to) {
            @Override
            public Optional<LossWatch> lossWatch() {
                return super.lossWatch().map(watch -> new LossWatch() {
                    @Override
                    public void begin(Grant grant) {
                        watch.begin(grant);
                    }

                    @Override
                    public void end(Grant grant) {
                        // The watch stays.
                    }
                });
            }
        };
    }

    private static MutantFixture watchingTheFirst() {
        Map<LockName, Attempt> first = new ConcurrentHashMap<>();
        return MutantFixture.ofBackends(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
            @Override
            public Optional<LossWatch> lossWatch() {
                return super.lossWatch().map(watch -> new LossWatch() {
                    @Override
                    public void begin(Grant grant) {
                        Attempt attempt = grant.attempt();
                        Attempt known = first.putIfAbsent(attempt.name(), attempt);
                        if (known == null || known.equals(attempt)) {
                            watch.begin(grant);
                        }
                    }

                    @Override
                    public void end(Grant grant) {
                        watch.end(grant);
                    }
                });
            }
        });
    }

    private static LockBackend unwatched(LockBackend backend) {
        return new ForwardingBackend(backend) {
            @Override
            public Optional<LossWatch> lossWatch() {
                return Optional.empty();
            }
        };
    }

    private static LockHandle telling(LockHandle handle, int times) {
        return new ForwardingHandle(handle) {
            @Override
            public void onLost(Consumer<? super LockLost> consumer, Executor executor) {
                for (int i = 0; i < times; i++) {
                    super.onLost(consumer, executor);
                }
            }
        };
    }

    private static MutantFixture byTheWall() {
        return BrokenClientFixture.inMemory((backend, options) -> {
            LockClient client = LockClient.using(backend, options);
            LockClock clock = options.clock();
            return clock == null
                    ? client
                    : new ForwardingClient(client) {
                        @Override
                        public DistributedLock lock(String name) {
                            return new ForwardingLock(super.lock(name)) {
                                @Override
                                protected LockHandle decorated(LockHandle handle) {
                                    return BrokenHandles.byTheWall(handle, clock);
                                }
                            };
                        }
                    };
        });
    }

    private static MutantFixture listenersInRenewals() {
        return BrokenClientFixture.inMemory((backend, options) -> {
            List<LockListener> listeners = options.listeners();
            LockBackend telling = new ForwardingBackend(backend) {
                @Override
                public RenewOutcome renew(Grant grant, Duration lease) {
                    String name = grant.attempt().name().value();
                    listeners.forEach(listener -> listener.on(new LockEvent.Renewed(name, grant.token())));
                    return super.renew(grant, lease);
                }
            };
            return LockClient.using(telling, options);
        });
    }

    private static LockHandle toldBy(Executor messengers, LockHandle handle) {
        return new ForwardingHandle(handle) {
            @Override
            public void onLost(Consumer<? super LockLost> consumer, Executor executor) {
                super.onLost(consumer, messengers);
            }
        };
    }

    /** The threads that all losses share. A rule that blocks them unblocks them at its end. */
    private static final class Messengers {
        private static final Executor ONE = threads(1);
        private static final Executor MANY = threads(64);

        private static Executor threads(int count) {
            return new ThreadPoolExecutor(count, count, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, "mutant-messenger");
                thread.setDaemon(true);
                return thread;
            });
        }
    }
}
