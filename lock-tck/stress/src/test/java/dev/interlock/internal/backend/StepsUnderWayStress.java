// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.backend;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.OnState;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** The steps at the store, and the point from which on there are none. */
@OnState(StepsUnderWay.class)
final class StepsUnderWayStress {

    private StepsUnderWayStress() {}

    /** A step begins while the client closes. */
    @JCStressTest
    @Outcome(id = "[a-z]+, 0", expect = ACCEPTABLE, desc = "it was refused, or none was over before it ended")
    @Outcome(expect = FORBIDDEN, desc = "a step was under way after the last one, or the last one never was")
    @State
    public static class BeginAgainstRefuse {

        private final StepsUnderWay steps = new StepsUnderWay();
        private long countWithinStep = 1;

        @Actor
        public void step(ZI_Result result) {
            boolean begun = steps.begin();
            if (begun) {
                countWithinStep = steps.none().getCount();
                steps.ended();
            }
            result.r1 = begun;
        }

        @Actor
        public void refuse() {
            steps.refuse();
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r2 = (int) (1 - countWithinStep + steps.none().getCount());
        }
    }

    /** The last step ends, and another wants to begin, while the client has begun to close. */
    @JCStressTest
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "refused, and the last one has ended")
    @Outcome(expect = FORBIDDEN, desc = "a step was under way after the last one, or the last one never was")
    @State
    public static class EndAgainstLateBegin {

        private final StepsUnderWay steps = new StepsUnderWay();

        public EndAgainstLateBegin() {
            if (steps.begin()) {
                steps.refuse();
            }
        }

        @Actor
        public void end() {
            steps.ended();
        }

        @Actor
        public void begin(ZI_Result result) {
            result.r1 = steps.begin();
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r2 = (int) steps.none().getCount();
        }
    }

    /** Two steps end, and the client closes. */
    @JCStressTest
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "counted down by the last one, and not before")
    @Outcome(expect = FORBIDDEN, desc = "the close waits for ever, or not at all")
    @State
    public static class EndAgainstRefuse {

        private final StepsUnderWay steps = new StepsUnderWay();
        private final boolean begun = steps.begin();
        private volatile boolean over;

        @Actor
        public void end() {
            over = true;
            steps.ended();
        }

        @Actor
        public void refuse(ZI_Result result) {
            steps.refuse();
            result.r1 = begun && (steps.none().getCount() > 0 || over);
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r2 = (int) steps.none().getCount();
        }
    }
}
