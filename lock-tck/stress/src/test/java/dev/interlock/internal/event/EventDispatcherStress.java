// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.LockEvent;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.Perturbed;
import dev.interlock.internal.client.StressMachine;
import dev.interlock.internal.machine.TimerQueue;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** The listeners of a client, and what they get. */
@OnState(EventDispatcher.class)
final class EventDispatcherStress {

    private EventDispatcherStress() {}

    private static LockEvent event(String lock, int number) {
        return new LockEvent.Renewed(lock, number);
    }

    /** Two threads publish, and each runs what the pool of the listener has to do. */
    @JCStressTest
    @Outcome(id = "true, 6", expect = ACCEPTABLE, desc = "each event came once, and those of a thread in their order")
    @Outcome(expect = FORBIDDEN, desc = "events were lost, or came out of order, or two at a time")
    @State
    public static class TwoPublish {

        private static final int EACH = 3;

        private final StressMachine machine = new StressMachine();
        private final List<Long> fromOne = new ArrayList<>();
        private final List<Long> fromOther = new ArrayList<>();
        private final EventDispatcher events =
                new EventDispatcher(machine, new TimerQueue(machine), List.of(this::received));

        private void received(LockEvent event) {
            Perturbed.point();
            ("one".equals(event.lockName()) ? fromOne : fromOther).add(((LockEvent.Renewed) event).fencingToken());
        }

        private void publish(String name) {
            for (int i = 0; i < EACH; i++) {
                int number = i;
                events.publish(() -> event(name, number));
                machine.runSome();
            }
        }

        @Actor
        public void one() {
            publish("one");
        }

        @Actor
        public void other() {
            publish("other");
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            machine.settle();
            result.r1 = fromOne.stream().sorted().toList().equals(fromOne)
                    && fromOther.stream().sorted().toList().equals(fromOther);
            result.r2 = fromOne.size() + fromOther.size();
        }
    }

    /** Two listeners come, and there is room for one. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one was refused")
    @Outcome(expect = FORBIDDEN, desc = "there are more listeners than there may be, or both were refused")
    @State
    public static class TwoRegister {

        private final StressMachine machine = new StressMachine();
        private final EventDispatcher events = new EventDispatcher(machine, new TimerQueue(machine), List.of());
        private int one;
        private int other;

        public TwoRegister() {
            for (int i = 1; i < EventDispatcher.MAX_LISTENERS; i++) {
                events.add(event -> {});
            }
        }

        private int added() {
            try {
                events.add(event -> {});
                return 1;
            } catch (IllegalStateException full) {
                return 0;
            }
        }

        @Actor
        public void one() {
            one = added();
        }

        @Actor
        public void other() {
            other = added();
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = one + other;
        }
    }
}
