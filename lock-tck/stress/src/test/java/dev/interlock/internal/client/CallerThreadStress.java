// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.acquire.CallerThreadExecutor;
import dev.interlock.internal.machine.SerialTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A blocked caller that runs the steps of its own acquisition. */
@OnState({CallerThreadExecutor.class, SerialTask.class})
final class CallerThreadStress {

    private CallerThreadStress() {}

    /** A step is submitted while the caller is about to rest. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "the step ran, and saw what was done before it was submitted")
    @Outcome(expect = FORBIDDEN, desc = "the caller rests, and the step is never run")
    @State
    public static class WakeAgainstRest {

        /** Many, so that some come at the moment at which the caller has just run a step. One that is lost is the last. */
        private static final int WAKE_UPS = 20;

        private final StressMachine machine = new StressMachine();
        private final CompletableFuture<Boolean> done = new CompletableFuture<>();
        private final CompletableFuture<CallerThreadExecutor> caller = new CompletableFuture<>();
        private final CompletableFuture<SerialTask> steps = new CompletableFuture<>();
        private boolean released;

        private void step() {
            if (released) {
                done.complete(true);
            }
        }

        /** A step can be woken anew before the caller has come back from it. */
        private static void lingering(Runnable step) {
            step.run();
            Perturbed.point();
        }

        @Actor
        public void rest() {
            CallerThreadExecutor mine = new CallerThreadExecutor(machine);
            SerialTask task = new SerialTask(step -> mine.execute(() -> lingering(step)), this::step);
            task.wake();
            caller.complete(mine);
            steps.complete(task);
            mine.runUninterruptiblyUntil(done);
        }

        @Actor
        public void wake(Z_Result result) {
            SerialTask task = steps.join();
            for (int i = 0; i < WAKE_UPS; i++) {
                task.wake();
            }
            released = true;
            task.wake();
            result.r1 = done.completeOnTimeout(false, Patience.nanos(), TimeUnit.NANOSECONDS)
                    .join();
            if (!result.r1) {
                Patience.isOver();
                caller.join().execute(() -> {});
            }
        }
    }
}
