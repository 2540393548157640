// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/** Mutants for the CLOSE rules. */
final class CloseMutants {

    private CloseMutants() {}

    static List<Mutant> all() {
        return List.of(
                clients(
                        "does-nothing",
                        "close() forgets everything",
                        Idle::new,
                        Rule.CLOSE_1,
                        Rule.CLOSE_2,
                        Rule.CLOSE_3),
                clients("twice-fails", "the second close throws", Strict::new, Rule.CLOSE_3),
                locks("is-a-timeout", "a waiter takes the close for the end of its wait", Mistaken::new, Rule.CLOSE_1),
                locks("is-contention", "a closed client says that another holds the lock", Empty::new, Rule.CLOSE_3),
                locks(
                        "cancel-forgets-the-grant",
                        "a grant after the cancel is dropped",
                        BrokenWaitLocks::notPassingOnCancel,
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
                        () -> MutantFixture.ofHandles(new MemoryFixture(), BrokenHandles::heldAfterClose)),
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
        return BrokenClientFixture.inMemory((backend, options) -> {
            AtomicBoolean closed = new AtomicBoolean();
            LockClient client = LockClient.using(
                    new ForwardingBackend(backend) {
                        @Override
                        public ReleaseOutcome release(Attempt attempt) {
                            return closed.get() ? new ReleaseOutcome.Released() : super.release(attempt);
                        }
                    },
                    options);
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
            // What the mutant forgets.
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
            } catch (LockUnavailableException e) {
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
            } catch (IllegalStateException e) {
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
}
