// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LossCause;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import dev.interlock.internal.client.StressMachine;
import dev.interlock.internal.machine.LossThreads;
import dev.interlock.internal.machine.TimerQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Which consumers are notified of a loss, and the threads on which that happens. */
@OnState({LossNotifier.class, LossThreads.class})
final class LossNotifierStress {

    private LossNotifierStress() {}

    /** A consumer is registered while the loss is published. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "notified once")
    @Outcome(expect = FORBIDDEN, desc = "a consumer is not notified, or twice")
    @State
    public static class SubscribeAgainstPublish {

        private final StressClient client = new StressClient();
        private final LossNotifier notifier = client.hold(StressClient.NAME).lossNotifier();
        private int notified;

        @Actor
        public void publish() {
            notifier.publish(LossCause.SESSION_ENDED, "gone");
        }

        @Actor
        public void subscribe() {
            notifier.subscribe(loss -> notified++, Runnable::run);
        }

        @Arbiter
        public void afterwards(I_Result result) {
            client.machine.settle();
            result.r1 = notified;
        }
    }

    /** A loss waits for a thread while the watch over waiting losses ends. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "a thread watches for as long as it waits")
    @Outcome(expect = FORBIDDEN, desc = "it waits behind consumers that are stuck, and no thread notices")
    @State
    public static class WaitAgainstEndOfWatch {

        private final StressMachine machine = new StressMachine();
        private final TimerQueue timers = new TimerQueue(machine);
        private final LossThreads threads = new LossThreads(machine, timers, task -> {});

        public WaitAgainstEndOfWatch() {
            threads.execute(() -> {});
            machine.runSome();
            machine.advanceTo(1_000_000_000);
        }

        @Actor
        public void look() {
            machine.fire();
        }

        @Actor
        public void come() {
            threads.execute(() -> {});
        }

        @Arbiter
        public void afterwards(Z_Result result) {
            result.r1 = !timers.isEmpty();
        }
    }
}
