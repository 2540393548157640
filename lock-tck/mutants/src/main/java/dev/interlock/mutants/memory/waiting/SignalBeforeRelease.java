// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.LockName;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A store whose releases tell waiters before the lock is free. A waiter that looks at once finds the lock taken. */
final class SignalBeforeRelease {

    private final Map<LockName, Queue<CompletableFuture<Void>>> watches = new ConcurrentHashMap<>();

    private SignalBeforeRelease() {}

    static LockFixture fixture() {
        SignalBeforeRelease store = new SignalBeforeRelease();
        return MutantFixture.ofBackends(new MemoryFixture(), store::watched);
    }

    private LockBackend watched(LockBackend backend) {
        return new ForwardingBackend(backend) {
            @Override
            public ReleaseOutcome release(Attempt attempt) {
                Queue<CompletableFuture<Void>> set = watches.remove(attempt.name());
                if (set != null) {
                    set.forEach(watch -> watch.complete(null));
                }
                return super.release(attempt);
            }

            @Override
            public Contest contest(Attempt attempt) {
                return watching(super.contest(attempt), attempt.name());
            }
        };
    }

    /** Sets its watch before each look, so that only the order of signal and release is wrong. */
    private Contest watching(Contest contest, LockName name) {
        return new ForwardingContest(contest) {
            private volatile CompletableFuture<Void> watch = new CompletableFuture<>();

            @Override
            public AcquireOutcome attempt() {
                watch = new CompletableFuture<>();
                watches.computeIfAbsent(name, unwatched -> new ConcurrentLinkedQueue<>())
                        .add(watch);
                return super.attempt();
            }

            @Override
            public CompletionStage<?> signal() {
                return watch;
            }
        };
    }
}
