// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.CountingLogger;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressMachine;
import dev.interlock.internal.machine.TimerQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Warnings, of which there are so many at most and the others are counted. */
@OnState(LimitedWarnings.class)
final class LimitedWarningsStress {

    private LimitedWarningsStress() {}

    private static LimitedWarnings warnings(
            CountingLogger logger, StressMachine machine, TimerQueue timers, int sofar) {
        LimitedWarnings warnings = new LimitedWarnings(logger, () -> "store", machine, timers);
        for (int i = 0; i < sofar; i++) {
            warnings.warn("lost");
        }
        return warnings;
    }

    /** Two warn, and there is room for one line. */
    @JCStressTest
    @Outcome(id = LimitedWarnings.LINES + ", 1", expect = ACCEPTABLE, desc = "one was written, the other counted")
    @Outcome(expect = FORBIDDEN, desc = "more lines than there may be, or a warning that was not even counted")
    @State
    public static class TwoWarn {

        private final StressMachine machine = new StressMachine();
        private final TimerQueue timers = new TimerQueue(machine);
        private final CountingLogger logger = new CountingLogger();
        private final LimitedWarnings warnings = warnings(logger, machine, timers, LimitedWarnings.LINES - 1);

        @Actor
        public void one() {
            warnings.warn("lost");
        }

        @Actor
        public void other() {
            warnings.warn("lost");
        }

        @Arbiter
        public void afterwards(II_Result result) {
            machine.settle();
            result.r1 = logger.lines();
            machine.advanceTo(LimitedWarnings.WHILE.toNanos());
            machine.settle();
            result.r2 = logger.leftOut();
        }
    }

    /** One more is warned of while the count of those left out is written. */
    @JCStressTest
    @Outcome(id = LimitedWarnings.LINES + 2 + "", expect = ACCEPTABLE, desc = "each was written or counted")
    @Outcome(expect = FORBIDDEN, desc = "a warning was neither written nor counted, or both")
    @State
    public static class WarnAgainstCount {

        private final StressMachine machine = new StressMachine();
        private final TimerQueue timers = new TimerQueue(machine);
        private final CountingLogger logger = new CountingLogger();
        private final LimitedWarnings warnings = warnings(logger, machine, timers, LimitedWarnings.LINES + 1);

        public WarnAgainstCount() {
            machine.advanceTo(LimitedWarnings.WHILE.toNanos());
        }

        @Actor
        public void warn() {
            warnings.warn("lost");
        }

        @Actor
        public void count() {
            machine.fire();
        }

        @Arbiter
        public void afterwards(I_Result result) {
            machine.settle();
            machine.advanceTo(2 * LimitedWarnings.WHILE.toNanos());
            machine.settle();
            result.r1 = logger.lines() + logger.leftOut();
        }
    }
}
