// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.HandleState;
import dev.interlock.LockEvent;
import dev.interlock.ReleaseResult;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/** The end of a hold whose client closes. */
final class ReleaseRequestStress {

    private ReleaseRequestStress() {}

    /** The store confirms the release while the client gives up waiting for that. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, true", "1, 1, true"},
            expect = ACCEPTABLE,
            desc = "it ended once, and its state says how")
    @Outcome(expect = FORBIDDEN, desc = "a release ended twice, or its hold says something else")
    @State
    public static class SendAgainstGiveUp {

        private final StressClient client = new StressClient();
        private final Tenure tenure = client.hold(StressClient.NAME);
        private final ReleaseRequest request = Objects.requireNonNull(tenure.beginReleaseAtClose());

        @Actor
        public void send() {
            request.send();
        }

        @Actor
        public void giveUp() {
            request.giveUp();
        }

        @Arbiter
        public void afterwards(IIZ_Result result) {
            client.machine.settle();
            boolean released = request.result() == ReleaseResult.RELEASED;
            int losses = client.heard(LockEvent.Lost.class);
            result.r1 = client.heard(LockEvent.Released.class) + client.heard(LockEvent.ReleaseFailed.class);
            result.r2 = losses;
            result.r3 = tenure.state() == (released ? HandleState.RELEASED : HandleState.LOST)
                    && losses == (released ? 0 : 1)
                    && client.engine.activeLocks.isEmpty();
        }
    }
}
