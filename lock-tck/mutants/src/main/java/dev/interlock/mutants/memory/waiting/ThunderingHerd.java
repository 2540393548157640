// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** A store with a thundering herd: every release wakes every waiter. */
final class ThunderingHerd {

    private final Set<Woken> herd = ConcurrentHashMap.newKeySet();

    private ThunderingHerd() {}

    static LockFixture fixture() {
        ThunderingHerd one = new ThunderingHerd();
        return MutantFixture.ofBackends(new MemoryFixture(), backend -> new ForwardingBackend(backend) {
            @Override
            public Contest contest(Attempt attempt) {
                return one.new Woken(super.contest(attempt));
            }

            @Override
            public ReleaseOutcome release(Attempt attempt) {
                ReleaseOutcome outcome = super.release(attempt);
                one.herd.forEach(Woken::wake);
                return outcome;
            }
        });
    }

    private final class Woken extends ForwardingContest {

        private volatile CompletableFuture<Void> bell = new CompletableFuture<>();

        Woken(Contest to) {
            super(to);
        }

        @Override
        public AcquireOutcome attempt() {
            bell = new CompletableFuture<>();
            herd.add(this);
            return super.attempt();
        }

        @Override
        public CompletionStage<?> signal() {
            return CompletableFuture.anyOf(super.signal().toCompletableFuture(), bell);
        }

        @Override
        public void close() {
            herd.remove(this);
            super.close();
        }

        private void wake() {
            bell.complete(null);
        }
    }
}
