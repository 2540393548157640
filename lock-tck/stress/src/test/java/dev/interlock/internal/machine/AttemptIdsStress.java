// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.OnState;
import dev.interlock.spi.AttemptId;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The ids of attempts that two threads take from what was fetched at once. */
@OnState(AttemptIds.class)
final class AttemptIdsStress {

    private AttemptIdsStress() {}

    /** Two threads of a stripe take ids while the last ones of those fetched are used up. */
    @JCStressTest
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "four ids")
    @Outcome(expect = FORBIDDEN, desc = "two attempts got the same id")
    @State
    public static class TwoTake {

        private static final SecureRandom RANDOM = new SecureRandom();
        private static final int ALREADY_TAKEN = AttemptIds.IDS_AT_ONCE - 2;

        private final AttemptIds ids = new AttemptIds(RANDOM, () -> 0, 1);
        private final Set<AttemptId> one = new HashSet<>();
        private final Set<AttemptId> other = new HashSet<>();

        public TwoTake() {
            for (int i = 0; i < ALREADY_TAKEN; i++) {
                ids.next();
            }
        }

        @Actor
        public void one() {
            one.add(ids.next());
            one.add(ids.next());
        }

        @Actor
        public void other() {
            other.add(ids.next());
            other.add(ids.next());
        }

        @Arbiter
        public void afterwards(I_Result result) {
            one.addAll(other);
            result.r1 = one.size();
        }
    }
}
