// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import dev.interlock.internal.event.Calls;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.hold.PendingReports;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** What others do while an acquisition makes a step. */
@OnState({Acquisition.class, AttemptRequests.class, PendingReports.class})
final class AcquisitionStress {

    private AcquisitionStress() {}

    /** The caller gives up while the lock is granted. */
    @JCStressTest
    @Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "the caller has it")
    @Outcome(id = "false, false, true", expect = ACCEPTABLE, desc = "the store has it back, and nothing is kept here")
    @Outcome(expect = FORBIDDEN, desc = "a hold that is neither taken nor released")
    @State
    public static class CancelAgainstGrant {

        private final StressClient client = new StressClient();
        private final CompletableFuture<LockHandle> promise = client.acquireAsync();

        @Actor
        public void step() {
            client.machine.runSome();
        }

        @Actor
        public void cancel() {
            promise.cancel(false);
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            client.machine.settle();
            result.r1 = !promise.isCancelled() && promise.join().state() == HandleState.HELD;
            result.r2 = client.backend.isHeld(StressClient.NAME);
            result.r3 = client.engine.isIdle() != result.r1;
        }
    }

    /** The store reports the loss of a grant that is still on its way to the engine. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "granted, and lost")
    @Outcome(id = "false, [a-z]+", expect = ACCEPTABLE, desc = "the report came before there was anything to lose")
    @Outcome(expect = FORBIDDEN, desc = "a report was lost between the request and the hold")
    @State
    public static class ReportAgainstGrant {

        private final StressClient client = new StressClient();
        private final CompletableFuture<LockHandle> promise = client.acquireAsync();

        @Actor
        public void step() {
            client.machine.runSome();
        }

        @Actor
        public void report(ZZ_Result result) {
            result.r1 = client.backend.isHeld(StressClient.NAME);
            AttemptId asked = client.backend.latest();
            if (asked != null) {
                client.backend.context().reportLost(asked, "session ended");
            }
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            client.machine.settle();
            result.r2 = promise.join().state() == HandleState.LOST;
        }
    }

    /** The store signals while the acquisition asks it, and listens. */
    @JCStressTest
    @Outcome(id = "true, [a-z]+", expect = ACCEPTABLE, desc = "granted")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "contended, and signalled since")
    @Outcome(expect = FORBIDDEN, desc = "it found the lock taken, and the signal that it is free was wiped")
    @State
    public static class SignalAgainstLook {

        private final StressClient client = new StressClient();
        private final Hold other = client.hold(StressClient.NAME);
        private final AttemptRequests requests = AttemptRequests.begin(
                client.engine.acquisitions, StressClient.NAME, StressClient.LEASE, Calls.NONE, () -> {});

        public SignalAgainstLook() {
            if (requests.tryInQueue() instanceof AcquireOutcome.Contended contended) {
                requests.listen(contended.retryAfter(), 1);
            }
        }

        @Actor
        public void look(ZZ_Result result) {
            result.r1 = requests.tryInQueue() instanceof AcquireOutcome.Granted;
            requests.listen(Duration.ofHours(1), 1);
        }

        @Actor
        public void release() {
            client.backend.release(other.grant().attempt());
            client.backend.signal.complete("free");
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = requests.isSignalled();
        }
    }

    /** A hold ends while another of the same client comes to wait for the name. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the waiter has it, without any time that passed")
    @Outcome(expect = FORBIDDEN, desc = "the lock is free, and the waiter for it sleeps")
    @State
    public static class ReleaseAgainstAcquire {

        private final StressClient client = new StressClient();
        private final Hold first = client.hold(StressClient.NAME);
        private volatile CompletableFuture<LockHandle> promise;

        @Actor
        public void release() {
            first.release();
        }

        @Actor
        public void acquire() {
            promise = client.acquireAsync();
            client.machine.runSome();
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            client.machine.settle();
            result.r1 = promise.isDone() && promise.join().state() == HandleState.HELD;
            result.r2 = client.backend.isHeld(StressClient.NAME);
        }
    }
}
