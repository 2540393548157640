// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Mutants for the ERR rules about a store that does not answer. They give a wrong answer, or none in time. */
public final class OutageMutants {

    private static final int REPETITIONS = 12;

    private OutageMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "outage-busy-is-taken",
                        "that others of the client wait, or got no answer, is reported as held by another",
                        Set.of(Rule.ERR_1),
                        () -> MutantFixture.ofClients(new MemoryFixture(), BusyIsTaken::new)),
                new Mutant(
                        "outage-limit-for-each-request",
                        "a step repeats its request, and each has the whole limit",
                        Set.of(Rule.ERR_8, Rule.ERR_9),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), Repeating::new)),
                new Mutant(
                        "outage-close-takes-leave",
                        "closing a backend waits until the store was told",
                        Set.of(Rule.ERR_9),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), TakingLeave::new)));
    }

    private static final class BusyIsTaken extends ForwardingClient {

        private final Map<String, AtomicInteger> busy = new ConcurrentHashMap<>();

        BusyIsTaken(LockClient to) {
            super(to);
        }

        @Override
        public DistributedLock lock(String name) {
            AtomicInteger waiters = busy.computeIfAbsent(name, any -> new AtomicInteger());
            return new ForwardingLock(super.lock(name)) {
                @Override
                public Optional<LockHandle> tryAcquire() {
                    return waiters.get() > 0 ? Optional.empty() : super.tryAcquire();
                }

                @Override
                public LockHandle acquire(AcquireOptions options) throws InterruptedException {
                    waiters.incrementAndGet();
                    LockHandle handle = super.acquire(options);
                    waiters.decrementAndGet();
                    return handle;
                }

                @Override
                public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
                    waiters.incrementAndGet();
                    return super.acquireAsync(options);
                }
            };
        }
    }

    private static final class Repeating extends ForwardingBackend {

        Repeating(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            for (int i = 1; i < REPETITIONS && outcome instanceof AcquireOutcome.Unknown; i++) {
                outcome = step.get();
            }
            return outcome;
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            ReleaseOutcome outcome = super.release(attempt);
            for (int i = 1; i < REPETITIONS && outcome instanceof ReleaseOutcome.Unknown; i++) {
                outcome = super.release(attempt);
            }
            return outcome;
        }
    }

    private static final class TakingLeave extends ForwardingBackend {

        TakingLeave(LockBackend to) {
            super(to);
        }

        @Override
        public void close() {
            for (int i = 0; i < REPETITIONS && !isAnswered(); i++) {
                // Until the store answers.
            }
            super.close();
        }

        private boolean isAnswered() {
            try {
                inspect(new LockName("leave"));
                return true;
            } catch (LockUnavailableException e) {
                return false;
            }
        }
    }
}
