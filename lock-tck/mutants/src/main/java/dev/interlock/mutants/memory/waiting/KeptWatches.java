// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.LockName;
import dev.interlock.mutants.MutantFixture;
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

/** A store whose watches stay after their waiters have left, until a release triggers them. */
final class KeptWatches {

    private final Map<LockName, Queue<CompletableFuture<Void>>> watches = new ConcurrentHashMap<>();

    private KeptWatches() {}

    static LockFixture fixture() {
        KeptWatches store = new KeptWatches();
        return MutantFixture.ofBackends(new MemoryFixture(), store::watched);
    }

    private LockBackend watched(LockBackend backend) {
        return new ForwardingBackend(backend) {
            @Override
            public ReleaseOutcome release(Attempt attempt) {
                ReleaseOutcome outcome = super.release(attempt);
                Queue<CompletableFuture<Void>> set = watches.remove(attempt.name());
                if (set != null) {
                    set.forEach(watch -> watch.complete(null));
                }
                return outcome;
            }

            @Override
            public Contest contest(Attempt attempt) {
                return watching(super.contest(attempt), attempt.name());
            }
        };
    }

    private Contest watching(Contest contest, LockName name) {
        return new ForwardingContest(contest) {
            @Override
            public CompletionStage<?> signal() {
                CompletableFuture<Void> watch = new CompletableFuture<>();
                watches.computeIfAbsent(name, unwatched -> new ConcurrentLinkedQueue<>())
                        .add(watch);
                super.signal().thenRun(() -> watch.complete(null));
                return watch;
            }
        };
    }
}
