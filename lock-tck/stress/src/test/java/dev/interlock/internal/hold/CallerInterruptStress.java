// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LossCause;
import dev.interlock.LossInterrupt;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.Perturbed;
import dev.interlock.internal.client.StressClient;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The interrupt of a thread on the loss of its lock. */
@OnState(CallerInterrupt.class)
final class CallerInterruptStress {

    private CallerInterruptStress() {}

    /** The hold is lost while its holder closes the interrupt. */
    @JCStressTest
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "nothing interrupts the thread after the close")
    @Outcome(expect = FORBIDDEN, desc = "an interrupt that was meant for work under the lock meets what comes after it")
    @State
    public static class LossAgainstClose {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);
        private final Handle handle = client.engine.holds.handle(hold);
        private volatile boolean lost;

        @Actor
        public void close(Z_Result result) {
            LossInterrupt interrupt = CallerInterrupt.onLossOf(List.of(handle));
            Perturbed.point();
            interrupt.close();
            while (!lost) {
                Thread.onSpinWait();
                Perturbed.point();
            }
            result.r1 = Thread.interrupted();
        }

        @Actor
        public void lose() {
            try {
                hold.lose(LossCause.SESSION_ENDED, "gone");
                client.machine.settle();
            } finally {
                lost = true;
            }
        }
    }
}
