// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.HandleState;
import dev.interlock.LockEvent;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/** A release that is under way when its client closes. */
@OnState({Release.class, Hold.class})
final class ReleaseStress {

    private ReleaseStress() {}

    /** The store confirms the release while the client gives up waiting for that. */
    @JCStressTest
    @Outcome(id = "1, 0, true", expect = ACCEPTABLE, desc = "it ended once, and nothing was lost")
    @Outcome(expect = FORBIDDEN, desc = "a release ended twice, or its hold says something else")
    @State
    public static class SendAgainstGiveUp {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);
        private final Release request = Objects.requireNonNull(hold.beginRelease());

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
            result.r1 = client.events(LockEvent.Released.class) + client.events(LockEvent.ReleaseFailed.class);
            result.r2 = client.events(LockEvent.Lost.class);
            result.r3 = hold.state() == HandleState.RELEASED && client.engine.isIdle();
        }
    }
}
