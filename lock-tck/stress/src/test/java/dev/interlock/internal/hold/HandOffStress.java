// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.HandleState;
import dev.interlock.LossCause;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A hold that another one follows, by the same grant. */
@OnState(Hold.class)
final class HandOffStress {

    private HandOffStress() {}

    /** The store reports the loss of the grant while the next hold is made. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "the next hold has learned it")
    @Outcome(expect = FORBIDDEN, desc = "the grant is lost, and the one who has it is not notified")
    @State
    public static class ReportAgainstNextHold {

        private final StressClient client = new StressClient();
        private final Hold before = new Hold(
                client.engine.holds,
                Grant.of(
                        Attempt.of(StressClient.NAME, AttemptId.random(), StressClient.LEASE, 2, null),
                        1,
                        0,
                        StressClient.LEASE),
                client.options(StressClient.NAME),
                0,
                false,
                () -> true);
        private final AcceptingWaiter waiter = new AcceptingWaiter();
        private final Hold next;

        public ReportAgainstNextHold() {
            client.engine.holds.granted(before, Thread.currentThread());
            client.engine.holds.queues.join(waiter);
            Objects.requireNonNull(before.beginRelease()).handOffOrSend();
            next = waiter.accepted().hold(client.options(StressClient.NAME), () -> true);
        }

        @Actor
        public void report() {
            before.reported(hold -> hold.lose(LossCause.SESSION_ENDED, "gone"));
        }

        @Actor
        public void deliver() {
            waiter.accepted().deliverTo(next);
        }

        @Arbiter
        public void afterwards(Z_Result result) {
            result.r1 = next.state() == HandleState.LOST;
        }
    }
}
