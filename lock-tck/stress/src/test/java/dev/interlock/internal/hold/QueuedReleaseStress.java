// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LockEvent;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/** A release that waits for a thread. */
@OnState({QueuedRelease.class, Release.class})
final class QueuedReleaseStress {

    private QueuedReleaseStress() {}

    /** A thread comes free for it when the time is over in which one had to. */
    @JCStressTest
    @Outcome(id = "1, 0, true", expect = ACCEPTABLE, desc = "sent")
    @Outcome(id = "0, 1, true", expect = ACCEPTABLE, desc = "left to the background")
    @Outcome(expect = FORBIDDEN, desc = "sent and left to the background, or neither")
    @State
    public static class RunAgainstLimit {

        private final StressClient client = new StressClient();
        private final Hold hold = client.hold(StressClient.NAME);
        private final AtomicInteger sent = new AtomicInteger();
        private final QueuedRelease release = new QueuedRelease(
                List.of(Objects.requireNonNull(hold.beginRelease())),
                requests -> {
                    sent.incrementAndGet();
                    requests.forEach(Release::send);
                },
                client.engine.holds.threads.timers);

        public RunAgainstLimit() {
            release.expireAt(1);
            client.machine.advanceTo(1);
        }

        @Actor
        public void run() {
            release.run();
        }

        @Actor
        public void expire() {
            client.machine.fire();
        }

        @Arbiter
        public void afterwards(IIZ_Result result) {
            client.machine.settle();
            result.r1 = sent.get();
            result.r2 = client.events(LockEvent.ReleaseFailed.class);
            result.r3 = client.engine.isIdle() && !client.backend.isHeld(StressClient.NAME);
        }
    }
}
