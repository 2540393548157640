// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.HandleState;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.internal.hold.Holds;
import java.util.Optional;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** The end of a client. */
@OnState({Acquisitions.class, Holds.class})
final class ClosingStress {

    private ClosingStress() {}

    /** A caller acquires a lock while the client closes. */
    @JCStressTest
    @Outcome(
            id = "true, true, true",
            expect = ACCEPTABLE,
            desc = "not held any more, here or there, and no wait without end")
    @Outcome(expect = FORBIDDEN, desc = "a hold outlives its client, or the close waits for what never comes")
    @State
    public static class CloseAgainstTry {

        private final StressClient client = new StressClient();
        private Optional<LockHandle> handle = Optional.empty();

        @Actor
        public void close() {
            client.engine.close();
        }

        @Actor
        public void acquire() {
            try {
                handle = client.engine.lock(StressClient.NAME.value()).tryAcquire();
            } catch (LockException closed) {
                handle = Optional.empty();
            }
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            client.machine.settle();
            HandleState state = handle.map(LockHandle::state).orElse(HandleState.LOST);
            result.r1 = state == HandleState.LOST || state == HandleState.RELEASED;
            result.r2 = !client.backend.isHeld(StressClient.NAME);
            result.r3 = !client.machine.hasStalled() && client.engine.isIdle();
        }
    }
}
