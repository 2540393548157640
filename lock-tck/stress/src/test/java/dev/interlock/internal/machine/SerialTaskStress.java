// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.Perturbed;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** The steps of one acquisition, which any thread may wake. */
@OnState(SerialTask.class)
final class SerialTaskStress {

    private SerialTaskStress() {}

    /** Two wake at once: a run after both sees what both did before, and no run overlaps another. */
    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "the last run saw both, and none lost a count")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a wake-up was lost, or two runs were under way at once")
    @State
    public static class TwoWake {

        private final SerialTask task = new SerialTask(Runnable::run, this::look);
        private final AtomicInteger runs = new AtomicInteger();
        private int first;
        private int second;
        private int confinedRuns;
        private int seenOfFirst;
        private int seenOfSecond;

        private void look() {
            runs.incrementAndGet();
            int sofar = confinedRuns;
            Perturbed.point();
            confinedRuns = sofar + 1;
            seenOfFirst = first;
            seenOfSecond = second;
        }

        @Actor
        public void one() {
            first = 1;
            task.wake();
        }

        @Actor
        public void other() {
            second = 1;
            task.wake();
        }

        @Arbiter
        public void afterwards(III_Result seen) {
            seen.r1 = seenOfFirst;
            seen.r2 = seenOfSecond;
            seen.r3 = runs.get() - confinedRuns;
        }
    }
}
