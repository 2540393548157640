// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LockName;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The renewals that travel together. */
@OnState(RenewalBatches.class)
final class RenewalBatchesStress {

    private RenewalBatchesStress() {}

    /** Two renewals are due, and two threads take what is due, whichever has handed it in. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each was sent once, alone or with the other")
    @Outcome(expect = FORBIDDEN, desc = "a renewal that was due was not sent, or twice")
    @State
    public static class TwoAreDue {

        private static final LockName OTHER = new LockName("b");

        private final StressClient client = new StressClient(true);
        private final RenewalCycle one = client.hold(StressClient.NAME).renewals();
        private final RenewalCycle other = client.hold(OTHER).renewals();

        private void renew(RenewalCycle cycle) {
            client.engine.holds.batches.add(cycle, StressClient.LEASE.toNanos());
            client.machine.settle();
        }

        @Actor
        public void one() {
            renew(one);
        }

        @Actor
        public void other() {
            renew(other);
        }

        @Arbiter
        public void afterwards(II_Result result) {
            client.machine.settle();
            result.r1 = client.backend.renewals(StressClient.NAME);
            result.r2 = client.backend.renewals(OTHER);
        }
    }
}
