// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.HandleState;
import dev.interlock.RenewResult;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** The renewals of one hold. */
@OnState({RenewalCycle.class, Hold.class})
final class RenewalCycleStress {

    private RenewalCycleStress() {}

    /** The holder renews its lock while the automatic renewal is sent. */
    @JCStressTest
    @Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "renewed, by one request at a time")
    @Outcome(expect = FORBIDDEN, desc = "two renewals of a hold were under way at once, or none comes after them")
    @State
    public static class DueAgainstRenew {

        private static final Duration LONGER = StressClient.LEASE.multipliedBy(2);

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);

        @Actor
        public void due() {
            hold.renewals().renewAndLookAgain();
        }

        @Actor
        public void renew(ZZZ_Result result) {
            result.r1 = hold.renewals().renewNow(LONGER) == RenewResult.RENEWED;
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            result.r2 = !client.backend.hasOverlapped();
            client.machine.advanceTo(StressClient.LEASE.toNanos());
            client.machine.settle();
            result.r3 =
                    hold.state() == HandleState.HELD && hold.renewals().kept().equals(LONGER);
        }
    }

    /** Two threads look at a hold whose renewal is due. */
    @JCStressTest
    @Outcome(id = "1, true", expect = ACCEPTABLE, desc = "one renewal was begun")
    @Outcome(expect = FORBIDDEN, desc = "two renewals were begun for one that is due, or none")
    @State
    public static class TwoLook {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);

        public TwoLook() {
            client.machine.advanceTo(StressClient.LEASE.toNanos() / 2);
        }

        @Actor
        public void one() {
            hold.check();
        }

        @Actor
        public void other() {
            hold.check();
        }

        @Arbiter
        public void afterwards(IZ_Result result) {
            client.machine.settle();
            result.r1 = client.backend.renewals(StressClient.NAME);
            result.r2 = hold.state() == HandleState.HELD;
        }
    }
}
