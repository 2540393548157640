// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.StaleTokenException;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.Perturbed;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The claims of a resource in memory. */
@OnState({FencingGuard.class, Seen.class})
final class FencingGuardStress {

    private static final FencingDomain DOMAIN = new FencingDomain("stress", 1);

    private FencingGuardStress() {}

    /** A name is forgotten and claimed anew while an old claim waits for it. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "2, 2", "3, 3"},
            expect = ACCEPTABLE,
            desc = "each effect that was run saw the one before")
    @Outcome(expect = FORBIDDEN, desc = "two effects on a resource ran at once")
    @State
    public static class ForgetAgainstClaim {

        private final FencingGuard guard = new FencingGuard(2);
        private int value;
        private int one;
        private int other;

        private int claim(long token) {
            try {
                guard.claim(DOMAIN.claim("a", token), this::effect);
                return 1;
            } catch (StaleTokenException stale) {
                return 0;
            }
        }

        private int effect() {
            int before = value;
            Perturbed.point();
            value = before + 1;
            return value;
        }

        @Actor
        public void forget() {
            one = claim(1);
            guard.forget(DOMAIN, "a");
            one += claim(1);
        }

        @Actor
        public void claim() {
            other = claim(2);
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r1 = one + other;
            result.r2 = value;
        }
    }

    /** Two names are claimed, and there is room for one. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one was refused")
    @Outcome(expect = FORBIDDEN, desc = "the guard keeps more names than it may, or refused both")
    @State
    public static class TwoNames {

        private final FencingGuard guard = new FencingGuard(1);
        private boolean one;
        private boolean other;

        private boolean claimed(String name) {
            try {
                return guard.claim(DOMAIN.claim(name, 1), () -> true);
            } catch (IllegalStateException full) {
                return false;
            }
        }

        @Actor
        public void one() {
            one = claimed("a");
        }

        @Actor
        public void other() {
            other = claimed("b");
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = (one ? 1 : 0) + (other ? 1 : 0);
        }
    }
}
