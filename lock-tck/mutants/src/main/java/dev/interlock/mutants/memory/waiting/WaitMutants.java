// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.Capability;
import dev.interlock.DistributedLock;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.CopiedFuture;
import dev.interlock.mutants.memory.defect.MisdeclaringBackend;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mutants for the WAIT rules, except those of {@link WaitSignalMutants}. */
public final class WaitMutants {

    private WaitMutants() {}

    public static List<Mutant> all() {
        return List.of(
                locks(
                        "a-third-of-the-limit",
                        "milliseconds are taken for something shorter",
                        BrokenWaitLocks::givingUpEarly,
                        Rule.WAIT_2),
                locks("limit-overflows", "a long limit overflows into none", BrokenWaitLocks::overflowing, Rule.WAIT_2),
                new Mutant(
                        "wait-in-seconds",
                        "tryLock(time, unit) takes every unit for seconds",
                        Set.of(Rule.WAIT_2),
                        () -> MutantFixture.ofViews(new MemoryFixture(), BrokenWaitLocks::ignoringTheUnit)),
                new Mutant(
                        "wait-by-the-wall",
                        "the limit is a time of the wall clock",
                        Set.of(Rule.WAIT_2),
                        WallClockWait::fixture),
                contests(
                        "ghost-in-the-queue",
                        "who leaves keeps the place in the store's queue",
                        WaitMutants::staying,
                        Rule.WAIT_3,
                        Rule.SEQ_2),
                locks(
                        "cancels-a-copy",
                        "the future given away is a copy: its cancellation has no effect",
                        CopiedFuture::new,
                        Rule.WAIT_3),
                locks(
                        "interrupt-seen-late",
                        "an interrupt is looked for after the grant",
                        BrokenWaitLocks::interruptedAfterwards,
                        Rule.WAIT_3),
                locks(
                        "flag-eaten",
                        "the interrupt that came with a grant is forgotten",
                        BrokenWaitLocks::clearingTheInterruptFlag,
                        Rule.WAIT_3),
                mutant(
                        "deaf-in-the-client",
                        "a release in the same client wakes no waiter",
                        SleepingWaitLock::fixture,
                        Rule.WAIT_4),
                new Mutant(
                        "wait-mutex-kept",
                        "an interrupt leaves the client's own mutex locked",
                        Set.of(Rule.WAIT_3),
                        LeakedPermitLock::fixture),
                locks("last-come-first-served", "waiters of a client form a stack", LifoLock::new, Rule.WAIT_5),
                locks("herd", "every waiter asks for itself", BrokenWaitLocks::pollingPerWaiter, Rule.WAIT_6),
                backends(
                        "order-only-declared",
                        "waiters ask in no order",
                        backend -> new Polling(backend, false),
                        Rule.WAIT_8),
                backends(
                        "turn-only-claimed",
                        "waiters ask in no order, and are told that they have a turn",
                        backend -> MisdeclaringBackend.not(new Polling(backend, true), Capability.FIFO_BETWEEN_CLIENTS),
                        Rule.WAIT_8),
                backends(
                        "order-not-declared",
                        "what is declared as without order keeps one",
                        UndeclaringBackend::orderly,
                        Rule.WAIT_8),
                mutant(
                        "set-overtakes",
                        "a set is granted although clients wait for one of its locks",
                        OvertakingSets::fixture,
                        Rule.SEQ_2,
                        Rule.WAIT_8),
                backends(
                        "polls-its-memory",
                        "a waiter that polls asks the store once",
                        UndeclaringBackend::remembering,
                        Rule.WAIT_7),
                backends(
                        "lease-runs-in-the-queue",
                        "a queued waiter's lease is nearly over when it is granted",
                        LeaseSpentInQueue::reported,
                        Rule.WAIT_9),
                backends(
                        "short-lease-behind-its-back",
                        "the store arms the lease when the waiter queues",
                        LeaseSpentInQueue::hidden,
                        Rule.WAIT_9),
                mutant(
                        "all-woken",
                        "a release wakes every waiter of every client",
                        ThunderingHerd::fixture,
                        Rule.WAIT_11),
                locks(
                        "thread-each",
                        "an asynchronous waiter is a blocked thread",
                        BrokenWaitLocks::blockingAThreadPerWaiter,
                        Rule.WAIT_10));
    }

    private static Mutant backends(String id, String broken, UnaryOperator<LockBackend> defect, Rule... killers) {
        return mutant(id, broken, () -> MutantFixture.ofBackends(new MemoryFixture(), defect), killers);
    }

    private static Mutant locks(String id, String broken, UnaryOperator<DistributedLock> defect, Rule... killers) {
        return mutant(id, broken, () -> MutantFixture.ofLocks(new MemoryFixture(), defect), killers);
    }

    private static Mutant contests(String id, String broken, UnaryOperator<Contest> defect, Rule... killers) {
        return backends(
                id,
                broken,
                backend -> new ForwardingBackend(backend) {
                    @Override
                    public Contest contest(Attempt attempt) {
                        return defect.apply(super.contest(attempt));
                    }
                },
                killers);
    }

    private static Mutant mutant(String id, String broken, Supplier<LockFixture> fixture, Rule... killers) {
        return new Mutant("wait-" + id, broken, Set.of(killers), fixture);
    }

    private static Contest staying(Contest contest) {
        return new ForwardingContest(contest) {
            @Override
            public void close() {
                // The mutant does not leave the queue; a grant removes the waiter from it anyway.
            }
        };
    }

    /** A backend that keeps the declared order only by chance. */
    private static final class Polling extends ForwardingBackend {

        private final boolean inTurn;

        Polling(LockBackend to, boolean inTurn) {
            super(to);
            this.inTurn = inTurn;
        }

        @Override
        public Contest contest(Attempt attempt) {
            return new ForwardingContest(Contest.polling(this, attempt)) {
                @Override
                public boolean signalled() {
                    return inTurn;
                }

                @Override
                public boolean inTurn() {
                    return inTurn;
                }
            };
        }
    }
}
