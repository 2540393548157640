// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LockEvent;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import dev.interlock.internal.client.StressMachine;
import dev.interlock.internal.machine.TimerQueue;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The number of waiters that listeners get. */
@OnState(WaiterCounts.class)
final class WaiterCountsStress {

    private WaiterCountsStress() {}

    /** One comes while another goes. */
    @JCStressTest
    @Outcome(
            id = {"\\[2, 1\\]", "\\[0, 1\\]"},
            expect = ACCEPTABLE,
            desc = "in the order in which it was true")
    @Outcome(expect = FORBIDDEN, desc = "the last number reported is not how many wait")
    @State
    public static class OneComesAndOneGoes {

        private final StressMachine machine = new StressMachine();
        private final List<Integer> numbers = new ArrayList<>();
        private final WaiterCounts counts = new WaiterCounts(
                machine, new EventDispatcher(machine, new TimerQueue(machine), List.of(this::received)));

        public OneComesAndOneGoes() {
            counts.increment(StressClient.NAME);
            machine.settle();
            numbers.clear();
        }

        private void received(LockEvent event) {
            numbers.add(((LockEvent.WaitersChanged) event).waiters());
        }

        @Actor
        public void come() {
            counts.increment(StressClient.NAME);
        }

        @Actor
        public void go() {
            counts.decrement(StressClient.NAME);
        }

        @Arbiter
        public void afterwards(L_Result result) {
            machine.settle();
            result.r1 = numbers;
        }
    }
}
