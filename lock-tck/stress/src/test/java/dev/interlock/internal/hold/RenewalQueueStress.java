// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.RenewResult;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The renewals that a holder asks for and does not wait for. */
@OnState({RenewalQueue.class, HoldRenewals.class})
final class RenewalQueueStress {

    private RenewalQueueStress() {}

    /** Another renewal of a hold is asked for while the last one ends. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "both were renewed, and nothing is kept")
    @Outcome(expect = FORBIDDEN, desc = "a renewal was taken into a queue that no thread empties, or something is kept")
    @State
    public static class AskAgainstEndOfOne {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);
        private final RenewalQueue queue = client.engine.holds.askedRenewals;
        private final CompletableFuture<RenewResult> first = queue.renew(hold, StressClient.LEASE);
        private CompletableFuture<RenewResult> second = first;

        @Actor
        public void renew() {
            client.machine.runSome();
        }

        @Actor
        public void ask() {
            second = queue.renew(hold, StressClient.LEASE);
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            client.machine.settle();
            result.r1 = first.getNow(RenewResult.UNKNOWN) == RenewResult.RENEWED
                    && second.getNow(RenewResult.UNKNOWN) == RenewResult.RENEWED;
            result.r2 = queue.isEmpty();
        }
    }

    /** A renewal is asked for while the client ends. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "answered, without a thread")
    @Outcome(expect = FORBIDDEN, desc = "a renewal that never ends")
    @State
    public static class AskAgainstEndOfTheClient {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);
        private final RenewalQueue queue = client.engine.holds.askedRenewals;
        private CompletableFuture<RenewResult> asked = new CompletableFuture<>();

        @Actor
        public void end() {
            queue.end();
        }

        @Actor
        public void ask() {
            asked = queue.renew(hold, StressClient.LEASE);
        }

        @Arbiter
        public void afterwards(Z_Result result) {
            result.r1 = asked.isDone();
        }
    }
}
