// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LockTimeoutException;
import dev.interlock.internal.acquire.PendingAcquisition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The future of a caller that does not wait. */
@OnState(PendingAcquisition.class)
final class PromiseStress {

    private PromiseStress() {}

    private static String made(String hold) {
        Perturbed.point();
        return hold;
    }

    /** An acquisition that ends when a test says so. */
    private static final class Scripted implements PendingAcquisition<String> {

        private final CompletableFuture<@Nullable String> result = new CompletableFuture<>();

        @Override
        public String what() {
            return "'a'";
        }

        @Override
        public CompletableFuture<@Nullable String> result() {
            return result;
        }

        @Override
        public LockTimeoutException timeout() {
            throw new IllegalStateException("it does not run out of time");
        }

        @Override
        public void cancel() {
            result.cancel(false);
        }
    }

    /** The hold comes while the caller cancels the future. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the caller has it")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it was given back")
    @Outcome(expect = FORBIDDEN, desc = "a hold that is neither taken nor released, or both")
    @State
    public static class HoldAgainstCancel {

        private final StressClient client = new StressClient();
        private final Scripted acquisition = new Scripted();
        private final AtomicInteger released = new AtomicInteger();
        private final CompletableFuture<String> promise = acquisition.promise(
                client.engine.acquisitions, PromiseStress::made, hold -> released.incrementAndGet());
        private boolean granted;

        @Actor
        public void grant() {
            granted = acquisition.result.complete("hold");
        }

        @Actor
        public void cancel() {
            promise.cancel(false);
        }

        @Arbiter
        public void afterwards(II_Result result) {
            client.machine.settle();
            result.r1 = promise.isCancelled() ? 0 : 1;
            // One that was never granted needs not be given back.
            result.r2 = granted ? released.get() : 1;
        }
    }
}
