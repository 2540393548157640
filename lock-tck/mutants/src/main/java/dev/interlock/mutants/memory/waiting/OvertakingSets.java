// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.LockName;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.ForwardingBulk;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A store that grants a set of free locks although clients wait for one of them. */
final class OvertakingSets {

    private final Map<LockName, Queue<Waiter>> queues = new ConcurrentHashMap<>();

    private OvertakingSets() {}

    static LockFixture fixture() {
        OvertakingSets store = new OvertakingSets();
        return MutantFixture.ofBackends(new MemoryFixture(), store::overtaking);
    }

    private LockBackend overtaking(LockBackend backend) {
        return new ForwardingBackend(backend) {
            @Override
            public Contest contest(Attempt attempt) {
                return new Waiter(super.contest(attempt), queueOf(attempt.name()));
            }

            @Override
            public Optional<BulkSteps> bulk() {
                return to().bulk().map(steps -> new ForwardingBulk(steps) {
                    @Override
                    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                        AcquireAllOutcome outcome = super.tryAcquireAll(attempts);
                        if (!(outcome instanceof AcquireAllOutcome.Contended contended)
                                || inspect(contended.busy()).isPresent()) {
                            return outcome;
                        }
                        List<Waiter> waiters = List.copyOf(queueOf(contended.busy()));
                        waiters.forEach(Waiter::stepAside);
                        AcquireAllOutcome overtaking = super.tryAcquireAll(attempts);
                        waiters.forEach(Waiter::comeBack);
                        return overtaking;
                    }
                });
            }
        };
    }

    private Queue<Waiter> queueOf(LockName name) {
        return queues.computeIfAbsent(name, first -> new ConcurrentLinkedQueue<>());
    }

    private static final class Waiter extends ForwardingContest {

        private final Queue<Waiter> queue;

        Waiter(Contest to, Queue<Waiter> queue) {
            super(to);
            this.queue = queue;
        }

        @Override
        public AcquireOutcome attempt() {
            AcquireOutcome outcome = super.attempt();
            if (outcome instanceof AcquireOutcome.Granted) {
                queue.remove(this);
            } else if (!queue.contains(this)) {
                queue.add(this);
            }
            return outcome;
        }

        void stepAside() {
            super.close();
        }

        void comeBack() {
            CompletableFuture<?> signalBefore = signal().toCompletableFuture();
            super.attempt();
            signalBefore.complete(null);
        }

        @Override
        public void close() {
            queue.remove(this);
            super.close();
        }
    }
}
