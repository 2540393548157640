// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.fault;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
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
                        "neglect-what-a-waiter-opened",
                        "each waiter that leaves has something open",
                        Set.of(Rule.WAIT_3),
                        OpenedResources::byWaiters),
                new Mutant(
                        "neglect-what-a-granted-waiter-opened",
                        "each waiter that is granted the lock has something open afterwards",
                        Set.of(Rule.WAIT_3),
                        OpenedResources::byGrantedWaiters),
                new Mutant(
                        "neglect-thread-goes-on",
                        "a thread of a backend goes on when the backend is closed",
                        Set.of(Rule.ACQ_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), GoingOn::new)),
                new Mutant(
                        "neglect-thread-is-no-daemon",
                        "a thread of a backend keeps its process from its end until the backend is closed",
                        Set.of(Rule.ACQ_7),
                        () -> MutantFixture.ofBackends(new MemoryFixture(), KeepingAlive::new)),
                new Mutant(
                        "neglect-what-a-failed-try-opened",
                        "a backend that met a busy store has something open when it is closed",
                        Set.of(Rule.ACQ_7),
                        OpenedResources::byBackends),
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

    private static final class Opening extends ForwardingBackend {

        private final Queue<DatagramChannel> open = new ConcurrentLinkedQueue<>();

        Opening(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            AcquireOutcome outcome = step.get();
            if (outcome instanceof AcquireOutcome.Contended) {
                try {
                    open.add(DatagramChannel.open());
                } catch (IOException e) {
                    return new AcquireOutcome.Unknown(e);
                }
            }
            return outcome;
        }

        /** Closes them at last, since a mutant runs in the process of its rules. */
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

    /** Its threads end with this process. */
    private static final class GoingOn extends ForwardingBackend {

        GoingOn(LockBackend to) {
            super(to);
        }

        @Override
        public void start(BackendContext context) {
            super.start(context);
            Thread beat = new Thread(LockSupport::park, "mutant that goes on");
            beat.setDaemon(true);
            beat.start();
        }
    }

    private static final class KeepingAlive extends ForwardingBackend {

        private final Thread beat = new Thread(LockSupport::park, "mutant that keeps its process alive");

        KeepingAlive(LockBackend to) {
            super(to);
            beat.setDaemon(false);
        }

        @Override
        public void start(BackendContext context) {
            super.start(context);
            beat.start();
        }

        @Override
        public void close() {
            super.close();
            beat.interrupt();
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
