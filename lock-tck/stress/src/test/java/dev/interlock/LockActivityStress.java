// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.Perturbed;
import java.time.Duration;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** What a client holds, as its listener has it. */
@OnState(LockActivity.class)
final class LockActivityStress {

    /** With one hash code, so that a map keeps them in one list. */
    private static final List<String> NAMES = List.of("AaAaAa", "AaAaBB", "AaBBAa", "AaBBBB", "BBAaAa", "BBAaBB");

    private LockActivityStress() {}

    /** Locks are released and acquired again while somebody asks which are held. */
    @JCStressTest
    @Outcome(id = "[56]", expect = ACCEPTABLE, desc = "all, or all but the one that was just released")
    @Outcome(expect = FORBIDDEN, desc = "other locks are left out as well")
    @State
    public static class ChangeAgainstRead {

        private final LockActivity activity = new LockActivity();

        public ChangeAgainstRead() {
            NAMES.forEach(name -> acquired(name, 1));
        }

        private void acquired(String name, long token) {
            activity.on(new LockEvent.Acquired(name, token, Duration.ZERO));
        }

        @Actor
        public void change() {
            for (String name : NAMES) {
                activity.on(new LockEvent.Released(name, 1, Duration.ZERO));
                acquired(name, 2);
            }
        }

        @Actor
        public void read(I_Result result) {
            Perturbed.point();
            result.r1 = activity.heldTokens().size();
        }
    }
}
