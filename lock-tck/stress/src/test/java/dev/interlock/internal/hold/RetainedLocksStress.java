// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LockHandle;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A lock that its client retains, and what else wants it at that moment. */
@OnState({RetainedLocks.class, Retention.class})
final class RetainedLocksStress {

    private RetainedLocksStress() {}

    /** Another client wants the lock while it is released. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "the store has it back")
    @Outcome(expect = FORBIDDEN, desc = "the recall was forgotten")
    @State
    public static class RecallAgainstRelease {

        private final StressClient client = StressClient.retaining();
        private final Hold hold = client.hold(StressClient.NAME);

        @Actor
        public void release() {
            hold.release();
        }

        @Actor
        public void recall() {
            client.backend.context().reportWanted(hold.grant().attempt().id());
        }

        @Arbiter
        public void afterwards(Z_Result result) {
            client.machine.settle();
            result.r1 = !client.backend.isHeld(StressClient.NAME) && client.engine.isIdle();
        }
    }

    /** Another client wants a retained lock while a caller of this one takes it. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "it was taken, or let go first and acquired anew")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "it was let go, and the try did not get it")
    @Outcome(expect = FORBIDDEN, desc = "taken and let go, or neither")
    @State
    public static class RecallAgainstTry {

        private final StressClient client = StressClient.retaining();
        private final Hold before = client.hold(StressClient.NAME);

        public RecallAgainstTry() {
            before.release();
        }

        @Actor
        public void take(ZZ_Result result) {
            result.r1 = client.tryAcquire();
        }

        @Actor
        public void recall() {
            client.backend.context().reportWanted(before.grant().attempt().id());
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            client.machine.settle();
            result.r2 = client.backend.isHeld(StressClient.NAME) == result.r1 && client.engine.isIdle() != result.r1;
        }
    }

    /** Two callers try a retained lock. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "one of them has it")
    @Outcome(expect = FORBIDDEN, desc = "both of them have it, or none")
    @State
    public static class TwoTry {

        private final StressClient client = StressClient.retaining();

        public TwoTry() {
            client.hold(StressClient.NAME).release();
        }

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = client.tryAcquire();
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = client.tryAcquire();
        }
    }

    /** Two threads release the lock, and one of them tries it again. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "it has the lock that was released")
    @Outcome(expect = FORBIDDEN, desc = "the release was confirmed, and the lock could not be taken")
    @State
    public static class TryAfterReleaseOfTwo {

        private final StressClient client = StressClient.retaining();
        private final Hold hold = client.hold(StressClient.NAME);

        @Actor
        public void release() {
            hold.release();
        }

        @Actor
        public void releaseAndTry(Z_Result result) {
            hold.release();
            result.r1 = client.tryAcquire();
        }
    }

    /** A caller of this client begins to wait while the lock is released. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "it has the lock")
    @Outcome(expect = FORBIDDEN, desc = "it waits for a lock that its client retains")
    @State
    public static class WaitAgainstRelease {

        private final StressClient client = StressClient.retaining();
        private final Hold hold = client.hold(StressClient.NAME);
        private @Nullable CompletableFuture<LockHandle> waiting;

        @Actor
        public void release() {
            hold.release();
        }

        @Actor
        public void await() {
            waiting = client.acquireAsync();
        }

        @Arbiter
        public void afterwards(Z_Result result) {
            client.machine.settle();
            result.r1 = Objects.requireNonNull(waiting).isDone();
        }
    }
}
