// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.OnState;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A task that two threads want, one to run it and one to keep it from running. */
@OnState(Once.class)
final class OnceStress {

    private OnceStress() {}

    /** A thread runs the task while another one cancels it. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "it ran, or was cancelled")
    @Outcome(expect = FORBIDDEN, desc = "it ran and was cancelled, or neither")
    @State
    public static class RunAgainstCancel {

        private int runs;
        private final Once once = new Once(() -> runs++);

        @Actor
        public void run(II_Result result) {
            once.run();
            result.r1 = runs;
        }

        @Actor
        public void cancel(II_Result result) {
            result.r2 = once.cancel() ? 1 : 0;
        }
    }
}
