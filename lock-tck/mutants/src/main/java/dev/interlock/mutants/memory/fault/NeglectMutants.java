// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Mutants that answer well and neglect their own process: what they open, and the interrupts of its threads. */
public final class NeglectMutants {

    private NeglectMutants() {}

    public static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "neglect-socket-left-open",
                        "each refused attempt leaves a socket open",
                        Set.of(Rule.ACQ_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), Opening::new)),
                new Mutant(
                        "neglect-socket-of-a-waiter-that-left",
                        "each waiter that leaves does so with a socket open",
                        Set.of(Rule.WAIT_3),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), OpenedByWaiters::new)),
                new Mutant(
                        "neglect-interrupt-of-a-failed-step",
                        "an acquire step that fails at the store clears the interrupt flag of its thread",
                        Set.of(Rule.WAIT_3),
                        () -> MutantFixture.ofStore((backend, store) -> new Deaf(backend))),
                new Mutant(
                        "neglect-interrupt-in-silence",
                        "an acquire step without an answer clears the interrupt flag of its thread",
                        Set.of(Rule.WAIT_3),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), Deaf::new)));
    }

    /** Leaves sockets open, and closes them at last, since a mutant runs in the process of its rules. */
    private abstract static class Sockets extends ForwardingBackend {

        private final Queue<DatagramChannel> open = new ConcurrentLinkedQueue<>();

        Sockets(LockBackend to) {
            super(to);
        }

        final void open() {
            try {
                open.add(DatagramChannel.open());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            super.close();
            for (DatagramChannel each : open) {
                try {
                    each.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static final class Opening extends Sockets {

        Opening(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Contended) {
                open();
            }
            return outcome;
        }
    }

    private static final class OpenedByWaiters extends Sockets {

        OpenedByWaiters(LockBackend to) {
            super(to);
        }

        @Override
        public Contest contest(Attempt attempt) {
            return new ForwardingContest(super.contest(attempt)) {
                @Override
                public void close() {
                    super.close();
                    open();
                }
            };
        }
    }

    private static final class Deaf extends ForwardingBackend {

        Deaf(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Refused || outcome instanceof AcquireOutcome.Unknown) {
                Thread.interrupted();
            }
            return outcome;
        }
    }
}
