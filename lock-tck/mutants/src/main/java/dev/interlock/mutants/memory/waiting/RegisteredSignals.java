// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.LockName;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** A store whose waiters register for the signal of the next release of a single lock. */
final class RegisteredSignals {

    /** What a second request would take in a fast network. */
    private static final long GAP_NANOS = 50_000;

    private final Map<LockName, Queue<CompletableFuture<Void>>> waiters = new ConcurrentHashMap<>();
    private final boolean late;

    private RegisteredSignals(boolean late) {
        this.late = late;
    }

    /** A waiter registers when its look has been answered, where no link comes in between. */
    static LockFixture behindTheLook() {
        RegisteredSignals store = new RegisteredSignals(true);
        return MutantFixture.ofStore((backend, memory) -> store.backend(backend));
    }

    /** A waiter registers before its look, and the release of a set does not signal. */
    static LockFixture ofSingleReleases() {
        return MutantFixture.ofBackends(new MemoryFixture(), new RegisteredSignals(false)::backend);
    }

    private LockBackend backend(LockBackend to) {
        return new ForwardingBackend(to) {
            @Override
            public ReleaseOutcome release(Attempt attempt) {
                ReleaseOutcome outcome = super.release(attempt);
                Queue<CompletableFuture<Void>> registered = waiters.remove(attempt.name());
                if (registered != null) {
                    registered.forEach(waiter -> waiter.complete(null));
                }
                return outcome;
            }

            @Override
            public Optional<BulkSteps> bulk() {
                return to().bulk();
            }

            @Override
            public Contest contest(Attempt attempt) {
                return registering(super.contest(attempt), attempt.name());
            }
        };
    }

    private Contest registering(Contest contest, LockName name) {
        return new ForwardingContest(contest) {
            private volatile CompletableFuture<Void> waiter = new CompletableFuture<>();

            @Override
            public AcquireOutcome attempt() {
                if (!late) {
                    register();
                    return super.attempt();
                }
                AcquireOutcome outcome = super.attempt();
                LockSupport.parkNanos(GAP_NANOS);
                register();
                return outcome;
            }

            private void register() {
                waiter = new CompletableFuture<>();
                waiters.computeIfAbsent(name, first -> new ConcurrentLinkedQueue<>())
                        .add(waiter);
            }

            @Override
            public CompletionStage<?> signal() {
                return waiter;
            }
        };
    }
}
