// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** A store that counts what its clients have open, and clients that do not close all of it. */
final class OpenedResources extends ForwardingFixture {

    private final AtomicLong open;

    private OpenedResources(AtomicLong open, BiFunction<LockBackend, AtomicLong, LockBackend> defect) {
        super(new MemoryFixture((backend, store) -> defect.apply(backend, open)));
        this.open = open;
    }

    static MutantFixture byWaiters() {
        return MutantFixture.of(
                new OpenedResources(new AtomicLong(), (backend, open) -> new ForwardingBackend(backend) {
                    @Override
                    public Contest contest(Attempt attempt) {
                        open.incrementAndGet();
                        return super.contest(attempt);
                    }
                }));
    }

    static MutantFixture byGrantedWaiters() {
        return MutantFixture.of(new OpenedResources(
                new AtomicLong(), (backend, open) -> new ForwardingBackend(backend) {
                    @Override
                    public Contest contest(Attempt attempt) {
                        return new ForwardingContest(super.contest(attempt)) {
                            @Override
                            public AcquireOutcome attempt() {
                                AcquireOutcome outcome = super.attempt();
                                open.addAndGet(outcome instanceof AcquireOutcome.Granted ? 1 : 0);
                                return outcome;
                            }
                        };
                    }
                }));
    }

    static MutantFixture byBackends() {
        return MutantFixture.of(new OpenedResources(new AtomicLong(), MetATrouble::new));
    }

    @Override
    public OptionalLong openResources() {
        return OptionalLong.of(open.get());
    }

    private static final class MetATrouble extends ForwardingBackend {

        private final AtomicLong open;
        private final AtomicBoolean met = new AtomicBoolean();

        MetATrouble(LockBackend to, AtomicLong open) {
            super(to);
            this.open = open;
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Refused && met.compareAndSet(false, true)) {
                open.incrementAndGet();
            }
            return outcome;
        }
    }
}
