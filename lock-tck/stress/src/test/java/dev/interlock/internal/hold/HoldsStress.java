// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import java.util.concurrent.CountDownLatch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The holds of a client. */
@OnState(Holds.class)
final class HoldsStress {

    private HoldsStress() {}

    /** The last hold ends while a close begins to wait for that. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "the close goes on")
    @Outcome(expect = FORBIDDEN, desc = "nothing is held, and the close waits to the end of its bound")
    @State
    public static class EndAgainstWait {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);
        private CountDownLatch none = new CountDownLatch(1);

        @Actor
        public void end() {
            hold.release();
        }

        @Actor
        public void await() {
            none = client.engine.holds.none();
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = (int) none.getCount();
        }
    }
}
