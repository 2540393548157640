// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LockHandle;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/** The way of a grant to the future of its caller. */
@OnState(Delivery.class)
final class DeliveryStress {

    private DeliveryStress() {}

    /** A callback thread comes free when the time is over in which one had to. */
    @JCStressTest
    @Outcome(id = "1, 0, true", expect = ACCEPTABLE, desc = "the caller has it")
    @Outcome(id = "0, 1, true", expect = ACCEPTABLE, desc = "it was given back")
    @Outcome(expect = FORBIDDEN, desc = "a hold that is neither taken nor given back, or both")
    @State
    public static class DeliverAgainstLimit {

        private final StressClient client = new StressClient();
        private final AtomicInteger taken = new AtomicInteger();
        private final AtomicInteger released = new AtomicInteger();
        private final CompletableFuture<LockHandle> promise = new CompletableFuture<>();

        public DeliverAgainstLimit() {
            new Delivery<>(
                            "stress store",
                            client.engine.acquisitions.threads,
                            "'a'",
                            "hold",
                            promise,
                            hold -> taken.incrementAndGet() > 0,
                            hold -> released.incrementAndGet())
                    .begin();
            client.machine.advanceTo(Delivery.BOUND.toNanos());
        }

        @Actor
        public void deliver() {
            client.machine.runSome();
        }

        @Actor
        public void giveUp() {
            client.machine.fire();
        }

        @Arbiter
        public void afterwards(IIZ_Result result) {
            client.machine.settle();
            result.r1 = taken.get();
            result.r2 = released.get();
            result.r3 = promise.isCompletedExceptionally() == (result.r2 > 0);
        }
    }
}
