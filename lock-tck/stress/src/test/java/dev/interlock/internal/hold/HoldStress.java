// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.HandleState;
import dev.interlock.LockEvent;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import dev.interlock.spi.RenewOutcome;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;
import org.openjdk.jcstress.infra.results.ZIZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The state of one hold, against the table of docs/contract.md. */
@OnState(Hold.class)
final class HoldStress {

    private HoldStress() {}

    /** A hold is lost while its holder gives it back. */
    @JCStressTest
    @Outcome(id = "true, 0, true", expect = ACCEPTABLE, desc = "released, and no loss was reported")
    @Outcome(
            id = "false, 1, true",
            expect = ACCEPTABLE,
            desc = "lost, which was reported once, and nothing was released")
    @Outcome(expect = FORBIDDEN, desc = "lost and released, or neither, or something is kept of it")
    @State
    public static class LossAgainstRelease {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);

        @Actor
        public void lose() {
            hold.lose(LossCause.SESSION_ENDED, "gone");
        }

        @Actor
        public void release(ZIZ_Result result) {
            result.r1 = hold.release() == ReleaseResult.RELEASED;
        }

        @Arbiter
        public void afterwards(ZIZ_Result result) {
            client.machine.settle();
            result.r2 = client.events(LockEvent.Lost.class);
            result.r3 = client.engine.isIdle() && hold.state() == (result.r1 ? HandleState.RELEASED : HandleState.LOST);
        }
    }

    /** A hold is lost while a renewal of it is confirmed. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "lost, and compensated if the renewal came after that")
    @Outcome(expect = FORBIDDEN, desc = "held after its loss, or left in the store by a renewal that came after it")
    @State
    public static class LossAgainstConfirmation {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);
        private final RenewalCycle.Request request = hold.renewals().request();

        @Actor
        public void lose() {
            hold.lose(LossCause.SESSION_ENDED, "gone");
        }

        @Actor
        public void confirm(ZZ_Result result) {
            RenewOutcome.Renewed renewed = new RenewOutcome.Renewed(1, StressClient.LEASE);
            result.r2 = hold.renewals().ended(request, renewed) == RenewResult.RENEWED;
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            client.machine.settle();
            result.r1 = hold.state() == HandleState.LOST;
            result.r2 |= client.backend.releases.get() > 0;
        }
    }

    /** A doubt comes up while a renewal is confirmed that was sent before it, and so says nothing of it. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "uncertain until the next renewal")
    @Outcome(expect = FORBIDDEN, desc = "a renewal that was sent before the doubt has ended it, or none does")
    @State
    public static class DoubtAgainstEarlierRenewal {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);
        private final RenewalCycle.Request request = hold.renewals().request();

        @Actor
        public void doubt() {
            hold.doubt("the connection is suspended");
        }

        @Actor
        public void confirm() {
            hold.renewals().ended(request, new RenewOutcome.Renewed(1, StressClient.LEASE));
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r1 = hold.state() == HandleState.UNCERTAIN;
            client.machine.settle();
            result.r2 = hold.state() == HandleState.HELD;
        }
    }

    /** The store reports a loss while a thread sees that the lease is over. */
    @JCStressTest
    @Outcome(id = "1, 1, true", expect = ACCEPTABLE, desc = "reported once")
    @Outcome(expect = FORBIDDEN, desc = "a loss was reported twice or not at all, or something is kept of the hold")
    @State
    public static class TwoLosses {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);
        private int consumed;

        public TwoLosses() {
            hold.lossNotifier().subscribe(loss -> consumed++, Runnable::run);
            client.machine.advanceTo(StressClient.LEASE.toNanos());
        }

        @Actor
        public void read() {
            hold.state();
        }

        @Actor
        public void report() {
            client.backend.context().reportLost(hold.grant().attempt().id(), "session ended");
        }

        @Arbiter
        public void afterwards(IIZ_Result result) {
            client.machine.settle();
            result.r1 = client.events(LockEvent.Lost.class);
            result.r2 = consumed;
            result.r3 = client.engine.isIdle();
        }
    }
}
