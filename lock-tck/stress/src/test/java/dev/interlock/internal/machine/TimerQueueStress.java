// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressMachine;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** The timed tasks of one client, which share one timer of the clock. */
@OnState(TimerQueue.class)
final class TimerQueueStress {

    private TimerQueueStress() {}

    /** Two tasks are added at once, and only the earlier one needs a timer of the clock. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each ran once")
    @Outcome(expect = FORBIDDEN, desc = "a task that was due never ran, or ran twice")
    @State
    public static class TwoAreAdded {

        private final StressMachine machine = new StressMachine();
        private final TimerQueue timers = new TimerQueue(machine);
        private final AtomicInteger early = new AtomicInteger();
        private final AtomicInteger late = new AtomicInteger();

        @Actor
        public void early() {
            timers.at(3, early::incrementAndGet);
        }

        @Actor
        public void late() {
            timers.at(5, late::incrementAndGet);
        }

        @Arbiter
        public void afterwards(II_Result result) {
            // Step by step: what only some later timer makes good would be late.
            machine.advanceTo(3);
            machine.fire();
            result.r1 = early.get();
            machine.advanceTo(5);
            machine.fire();
            result.r2 = late.get();
        }
    }

    /** The timer fires, on more than one thread, while a task is added that is due and one that is not yet. */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "each ran once")
    @Outcome(expect = FORBIDDEN, desc = "a task that was due never ran, or ran twice")
    @State
    public static class FireAgainstAdd {

        private final StressMachine machine = new StressMachine();
        private final TimerQueue timers = new TimerQueue(machine);
        private final AtomicInteger first = new AtomicInteger();
        private final AtomicInteger added = new AtomicInteger();
        private final AtomicInteger later = new AtomicInteger();

        public FireAgainstAdd() {
            timers.at(3, first::incrementAndGet);
            machine.advanceTo(3);
        }

        @Actor
        public void fire() {
            machine.fire();
        }

        @Actor
        public void add() {
            timers.at(4, later::incrementAndGet);
            timers.at(2, added::incrementAndGet);
            machine.fire();
        }

        @Arbiter
        public void afterwards(III_Result result) {
            machine.fire();
            result.r1 = first.get();
            result.r2 = added.get();
            machine.advanceTo(4);
            machine.fire();
            result.r3 = later.get();
        }
    }

    /** A task is cancelled while the timer fires: it may or may not run, and the one behind it must. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "the cancelled one at most once, the other once")
    @Outcome(expect = FORBIDDEN, desc = "a task ran twice, or was forgotten with the one that was cancelled")
    @State
    public static class CancelAgainstFire {

        private final StressMachine machine = new StressMachine();
        private final TimerQueue timers = new TimerQueue(machine);
        private final AtomicInteger cancelled = new AtomicInteger();
        private final AtomicInteger behind = new AtomicInteger();
        private final TimerQueue.Entry entry = timers.at(3, cancelled::incrementAndGet);

        public CancelAgainstFire() {
            timers.at(4, behind::incrementAndGet);
            machine.advanceTo(3);
        }

        @Actor
        public void fire() {
            machine.fire();
        }

        @Actor
        public void cancel() {
            timers.cancel(entry);
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r1 = cancelled.get();
            machine.advanceTo(4);
            machine.fire();
            result.r2 = behind.get();
        }
    }

    /** A task is added while the client closes: nothing is left at the clock, which the client does not own. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "no timer is set, and nothing ran")
    @Outcome(expect = FORBIDDEN, desc = "a timer is set for a client that is closed")
    @State
    public static class CloseAgainstAdd {

        private final StressMachine machine = new StressMachine();
        private final TimerQueue timers = new TimerQueue(machine);
        private final AtomicInteger runs = new AtomicInteger();

        @Actor
        public void close() {
            timers.close();
        }

        @Actor
        public void add() {
            timers.at(3, runs::incrementAndGet);
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r1 = machine.timers();
            result.r2 = runs.get();
        }
    }
}
