// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.Capabilities;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressBackend;
import dev.interlock.internal.client.StressClient;
import dev.interlock.internal.client.StressMachine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Which caller lets other clients ask first. */
@OnState(ClientFairness.class)
final class ClientFairnessStress {

    private ClientFairnessStress() {}

    /** Two callers ask after one release. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one of them rests")
    @Outcome(expect = FORBIDDEN, desc = "both rest for the same release, or none")
    @State
    public static class TwoAskAfterARelease {

        private static final Capabilities POLLED = new StressBackend(false).capabilities();

        private final ClientFairness fairness = new ClientFairness(new StressMachine());
        private boolean one;
        private boolean other;

        public TwoAskAfterARelease() {
            fairness.taken(StressClient.NAME, false);
            fairness.released(StressClient.NAME);
        }

        @Actor
        public void one() {
            one = fairness.restNanos(StressClient.NAME, POLLED) > 0;
        }

        @Actor
        public void other() {
            other = fairness.restNanos(StressClient.NAME, POLLED) > 0;
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = (one ? 1 : 0) + (other ? 1 : 0);
        }
    }
}
