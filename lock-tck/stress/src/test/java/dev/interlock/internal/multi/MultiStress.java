// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.HandleState;
import dev.interlock.LockName;
import dev.interlock.MultiLockHandle;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import dev.interlock.internal.hold.Hold;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Sets of locks. */
@OnState({MultiAcquisition.class, MemberExecutor.class})
final class MultiStress {

    private static final LockName OTHER = new LockName("b");

    private MultiStress() {}

    /** A lock of the set is released by another caller of the client while the set comes to wait for it. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the set is held, without any time that passed")
    @Outcome(expect = FORBIDDEN, desc = "all locks are free, and the caller of the set sleeps")
    @State
    public static class ReleaseAgainstWait {

        private final StressClient client = new StressClient();
        private final Hold first = client.hold(OTHER);
        private final CompletableFuture<MultiLockHandle> promise = client.acquireAllAsync(StressClient.NAME, OTHER);

        @Actor
        public void release() {
            first.release();
        }

        @Actor
        public void step() {
            client.machine.runSome();
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            client.machine.settle();
            result.r1 = promise.isDone() && promise.join().state() == HandleState.HELD;
            result.r2 = client.backend.isHeld(StressClient.NAME) && client.backend.isHeld(OTHER);
        }
    }
}
