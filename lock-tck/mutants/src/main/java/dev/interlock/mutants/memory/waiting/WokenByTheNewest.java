// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.LockName;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.forward.ForwardingShares;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A store that wakes a waiter for a unit only if the holder leaves that came last. */
final class WokenByTheNewest {

    private final Map<LockName, AttemptId> newest = new ConcurrentHashMap<>();
    private final Set<LockName> silent = ConcurrentHashMap.newKeySet();

    private WokenByTheNewest() {}

    static LockFixture fixture() {
        WokenByTheNewest store = new WokenByTheNewest();
        return MutantFixture.ofBackends(new MemoryFixture(), store::decorated);
    }

    private LockBackend decorated(LockBackend backend) {
        return new ForwardingBackend(backend) {
            @Override
            public Optional<ShareSteps> shares() {
                return super.shares().map(Shares::new);
            }
        };
    }

    private final class Shares extends ForwardingShares {

        Shares(ShareSteps to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Share share, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Granted) {
                newest.put(attempt.name(), attempt.id());
            }
            return outcome;
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            if (attempt.id().equals(newest.get(attempt.name()))) {
                silent.remove(attempt.name());
            } else {
                silent.add(attempt.name());
            }
            return super.release(attempt);
        }

        @Override
        public Contest contest(Attempt attempt, Share share) {
            return new ForwardingContest(super.contest(attempt, share)) {
                @Override
                public CompletionStage<?> signal() {
                    CompletableFuture<Void> signal = new CompletableFuture<>();
                    super.signal().thenRun(() -> {
                        if (!silent.contains(attempt.name())) {
                            signal.complete(null);
                        }
                    });
                    return signal;
                }
            };
        }
    }
}
