// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockTimeoutException;
import dev.interlock.LossCause;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.BrokenClientFixture;
import dev.interlock.mutants.memory.defect.CopiedFuture;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Mutants for the CLOSE rules. */
public final class CloseMutants {

    private CloseMutants() {}

    public static List<Mutant> all() {
        return List.of(
                clients(
                        "does-nothing",
                        "close() forgets everything",
                        Idle::new,
                        Rule.CLOSE_1,
                        Rule.CLOSE_2,
                        Rule.CLOSE_3,
                        Rule.CLOSE_6),
                clients("twice-fails", "the second close throws", Strict::new, Rule.CLOSE_3),
                locks("is-a-timeout", "a waiter takes the close for the end of its wait", Mistaken::new, Rule.CLOSE_1),
                locks("is-contention", "a closed client says that another holds the lock", Empty::new, Rule.CLOSE_3),
                locks(
                        "cancel-forgets-the-grant",
                        "a grant after the cancel is dropped",
                        CopiedFuture::new,
                        Rule.CLOSE_4),
                new Mutant(
                        "close-forgets-holds",
                        "close() ends the client and leaves its locks to their leases",
                        Set.of(Rule.CLOSE_2, Rule.CLOSE_4),
                        CloseMutants::forgetful),
                new Mutant(
                        "close-unknown-to-handles",
                        "a handle does not learn that its client was closed",
                        Set.of(Rule.CLOSE_2),
                        () -> MutantFixture.ofHandles(new MemoryFixture(), CloseMutants::heldAfterClose)),
                new Mutant(
                        "close-tells-no-holder",
                        "the loss by a close is reported to no holder",
                        Set.of(Rule.CLOSE_2),
                        () -> MutantFixture.ofHandles(new MemoryFixture(), CloseMutants::silentAtClose)),
                clients("is-a-release", "close() releases for the holders", Releasing::new, Rule.CLOSE_2, Rule.CLOSE_6),
                new Mutant(
                        "close-without-grace",
                        "close() ends what is held at once",
                        Set.of(Rule.CLOSE_6),
                        () -> BrokenClientFixture.inMemory((backend, options) ->
                                LockClient.using(backend, options.withCloseGrace(Duration.ZERO)))),
                new Mutant(
                        "close-renews-nothing",
                        "nothing is renewed from the call of close() on",
                        Set.of(Rule.CLOSE_6),
                        CloseMutants::notRenewing),
                new Mutant(
                        "close-without-bound",
                        "close() waits for the store for as long as that takes",
                        Set.of(Rule.CLOSE_5),
                        () -> BrokenClientFixture.inMemory((backend, options) ->
                                LockClient.using(backend, options.withCloseTimeout(ClientOptions.MAX_CLOSE_TIMEOUT)))),
                clients("returns-at-once", "close() goes on behind its caller", Hasty::new, Rule.CLOSE_5),
                new Mutant(
                        "close-works-off-its-queue",
                        "releases that were asked for reach the store whenever it answers again",
                        Set.of(Rule.CLOSE_5),
                        () -> MutantFixture.ofEngines(new MemoryFixture(), Queueing::new)));
    }

    private static Mutant clients(String id, String broken, UnaryOperator<LockClient> defect, Rule... killers) {
        return new Mutant(
                "close-" + id, broken, Set.of(killers), () -> MutantFixture.ofClients(new MemoryFixture(), defect));
    }

    private static Mutant locks(String id, String broken, UnaryOperator<DistributedLock> defect, Rule killer) {
        return new Mutant(
                "close-" + id, broken, Set.of(killer), () -> MutantFixture.ofLocks(new MemoryFixture(), defect));
    }

    private static MutantFixture forgetful() {
        return changedByClose((backend, closed) -> new ForwardingBackend(backend) {
            @Override
            public ReleaseOutcome release(Attempt attempt) {
                return closed.get() ? new ReleaseOutcome.Released() : super.release(attempt);
            }
        });
    }

    private static MutantFixture notRenewing() {
        return changedByClose((backend, closed) -> new ForwardingBackend(backend) {
            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                return closed.get()
                        ? new RenewOutcome.Unknown(new IOException("the client closes"))
                        : super.renew(grant, lease);
            }

            @Override
            public Optional<BulkSteps> bulk() {
                return Optional.empty();
            }
        });
    }

    /** Clients whose backend is notified when the close begins. */
    private static MutantFixture changedByClose(BiFunction<LockBackend, AtomicBoolean, LockBackend> defect) {
        return BrokenClientFixture.inMemory((backend, options) -> {
            AtomicBoolean closed = new AtomicBoolean();
            LockClient client = LockClient.using(defect.apply(backend, closed), options);
            return new ForwardingClient(client) {
                @Override
                public void close() {
                    closed.set(true);
                    super.close();
                }
            };
        });
    }

    private static final class Idle extends ForwardingClient {

        Idle(LockClient to) {
            super(to);
        }

        @Override
        public void close() {
            // The mutant leaves this step out.
        }
    }

    private static final class Releasing extends ForwardingClient {

        private final Queue<LockHandle> handles = new ConcurrentLinkedQueue<>();

        Releasing(LockClient to) {
            super(to);
        }

        @Override
        public DistributedLock lock(String name) {
            return new ForwardingLock(super.lock(name)) {
                @Override
                protected LockHandle decorated(LockHandle handle) {
                    handles.add(handle);
                    return handle;
                }
            };
        }

        @Override
        public void close() {
            handles.forEach(LockHandle::release);
            super.close();
        }
    }

    private static final class Strict extends ForwardingClient {

        private final AtomicBoolean closed = new AtomicBoolean();

        Strict(LockClient to) {
            super(to);
        }

        @Override
        public void close() {
            if (closed.getAndSet(true)) {
                throw new IllegalStateException("closed already");
            }
            super.close();
        }
    }

    private static final class Mistaken extends ForwardingLock {

        Mistaken(DistributedLock to) {
            super(to);
        }

        @Override
        public LockHandle acquire(AcquireOptions options) throws InterruptedException {
            try {
                return super.acquire(options);
            } catch (LockClientClosedException e) {
                throw new LockTimeoutException("'" + name() + "' not acquired");
            }
        }
    }

    private static final class Empty extends ForwardingLock {

        Empty(DistributedLock to) {
            super(to);
        }

        @Override
        public Optional<LockHandle> tryAcquire() {
            try {
                return super.tryAcquire();
            } catch (LockClientClosedException e) {
                return Optional.empty();
            }
        }
    }

    private static final class Hasty extends ForwardingClient {

        Hasty(LockClient to) {
            super(to);
        }

        @Override
        public void close() {
            CompletableFuture.runAsync(super::close, task -> new Thread(task, "mutant-close").start());
        }
    }

    private static final class Queueing extends ForwardingBackend {

        private final Executor worker = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

        Queueing(LockBackend to) {
            super(to);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            return CompletableFuture.supplyAsync(() -> super.release(attempt), worker)
                    .completeOnTimeout(
                            new ReleaseOutcome.Unknown(new TimeoutException("the queue is long")),
                            100,
                            TimeUnit.MILLISECONDS)
                    .join();
        }
    }

    /** Does not notice that its client has ended the hold. */
    private static LockHandle heldAfterClose(LockHandle handle) {
        AtomicReference<LossCause> cause = new AtomicReference<>();
        handle.onLost(loss -> cause.set(loss.cause()), Runnable::run);
        return new ForwardingHandle(handle) {
            @Override
            public HandleState state() {
                HandleState known = super.state();
                return cause.get() == LossCause.CLIENT_CLOSED ? HandleState.HELD : known;
            }
        };
    }

    /** Does not notify its holder when the close of the client ends the hold. */
    private static LockHandle silentAtClose(LockHandle handle) {
        return new ForwardingHandle(handle) {
            @Override
            public void onLost(Consumer<? super LockLost> consumer, Executor executor) {
                super.onLost(
                        loss -> {
                            if (loss.cause() != LossCause.CLIENT_CLOSED) {
                                consumer.accept(loss);
                            }
                        },
                        executor);
            }
        };
    }
}
