// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.Perturbed;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** The end of a part. */
@OnState(Part.class)
final class PartStress {

    private PartStress() {}

    /** Two threads release one handle. */
    @JCStressTest
    @Outcome(id = "true, true, 1", expect = ACCEPTABLE, desc = "both are told so, and the grant has one user less")
    @Outcome(expect = FORBIDDEN, desc = "another reader's grant is released, or never")
    @State
    public static class TwoRelease {

        private final AtomicInteger left = new AtomicInteger();
        private final LockHandle grant = (LockHandle) Proxy.newProxyInstance(
                LockHandle.class.getClassLoader(),
                new Class<?>[] {LockHandle.class},
                (proxy, method, arguments) -> HandleState.HELD);
        private final Part part = new Part(grant, () -> {
            Perturbed.point();
            left.incrementAndGet();
            return false;
        });

        @Actor
        public void one(ZZI_Result result) {
            result.r1 = part.releaseHere() == ReleaseResult.RELEASED;
        }

        @Actor
        public void other(ZZI_Result result) {
            result.r2 = part.release().join() == ReleaseResult.RELEASED;
        }

        @Arbiter
        public void afterwards(ZZI_Result result) {
            result.r3 = left.get();
        }
    }
}
