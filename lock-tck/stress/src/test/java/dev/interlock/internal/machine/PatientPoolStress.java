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
import org.openjdk.jcstress.infra.results.II_Result;

/** A pool while the machine has no thread for it. */
@OnState({PatientPool.class, Once.class})
final class PatientPoolStress {

    private static final long PAUSED_NANOS = 1_000_000_000;

    private PatientPoolStress() {}

    /** A task finds no thread while the pool is shut down, and soon after it the timers. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "handed to what is there for late tasks")
    @Outcome(expect = FORBIDDEN, desc = "nobody learns of the task, or twice")
    @State
    public static class ShutdownAgainstExecute {

        private final StressMachine machine = new StressMachine();
        private final TimerQueue timers = new TimerQueue(machine);
        private final AtomicInteger ran = new AtomicInteger();
        private final AtomicInteger late = new AtomicInteger();
        private final PatientPool pool = new PatientPool("stress", 1, task -> late.incrementAndGet(), machine, timers);

        public ShutdownAgainstExecute() {
            machine.haveThreads(false);
        }

        @Actor
        public void shutdown() {
            pool.shutdown();
            timers.close();
        }

        @Actor
        public void execute() {
            pool.execute(ran::incrementAndGet);
        }

        @Arbiter
        public void afterwards(II_Result result) {
            machine.advanceTo(PAUSED_NANOS);
            machine.settle();
            result.r1 = ran.get();
            result.r2 = late.get();
        }
    }
}
