// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.CountingWaiter;
import dev.interlock.internal.client.OnState;
import dev.interlock.internal.hold.HandOffOffer;
import dev.interlock.internal.machine.Machine;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Which waiter of this client may ask the store, and which is woken when that changes. */
@OnState({LocalQueues.class, LocalQueue.class})
final class LocalQueuesStress {

    private LocalQueuesStress() {}

    /** A hold ends while a waiter arrives. */
    @JCStressTest
    @Outcome(id = "true, [01]", expect = ACCEPTABLE, desc = "it came late enough to ask at once")
    @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "it came early enough to be woken")
    @Outcome(expect = FORBIDDEN, desc = "the head of the queue may not ask and is never woken")
    @State
    public static class EndOfAHoldAgainstJoin {

        private final LocalQueues<HandOffOffer> queues = new LocalQueues<>(Machine.under(null));
        private final CountingWaiter late = new CountingWaiter();

        public EndOfAHoldAgainstJoin() {
            queues.granted(new CountingWaiter());
        }

        @Actor
        public void end() {
            queues.freed(CountingWaiter.NAME);
            queues.wakeNext(CountingWaiter.NAME);
        }

        @Actor
        public void join(ZI_Result result) {
            queues.join(late);
            result.r1 = queues.aheadOf(late) == null;
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r2 = late.woken.get();
        }
    }

    /** Two come to wait for a name that is free. */
    @JCStressTest
    @Outcome(
            id = {"true, false, true", "false, true, true"},
            expect = ACCEPTABLE,
            desc = "one of them may ask, and both are in the queue")
    @Outcome(expect = FORBIDDEN, desc = "both may ask the store, or none, or one of them was forgotten")
    @State
    public static class TwoJoin {

        private final LocalQueues<HandOffOffer> queues = new LocalQueues<>(Machine.under(null));
        private final CountingWaiter one = new CountingWaiter();
        private final CountingWaiter other = new CountingWaiter();

        @Actor
        public void one(ZZZ_Result result) {
            queues.join(one);
            result.r1 = queues.aheadOf(one) == null;
        }

        @Actor
        public void other(ZZZ_Result result) {
            queues.join(other);
            result.r2 = queues.aheadOf(other) == null;
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            boolean headIsOne = queues.aheadOf(one) == null;
            queues.leave(headIsOne ? one : other);
            result.r3 = queues.aheadOf(headIsOne ? other : one) == null;
        }
    }

    /** A hold ends while the first of two waiters gives up: one of them has to wake the second. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "2, 0"},
            expect = ACCEPTABLE,
            desc = "the one behind was woken as the head that it is")
    @Outcome(
            expect = FORBIDDEN,
            desc = "the head is never woken, or something is kept of a name that is no longer wanted")
    @State
    public static class EndOfAHoldAgainstLeave {

        private final LocalQueues<HandOffOffer> queues = new LocalQueues<>(Machine.under(null));
        private final CountingWaiter first = new CountingWaiter();
        private final CountingWaiter second = new CountingWaiter();

        public EndOfAHoldAgainstLeave() {
            queues.granted(new CountingWaiter());
            queues.join(first);
            queues.join(second);
        }

        @Actor
        public void end() {
            queues.freed(CountingWaiter.NAME);
            queues.wakeNext(CountingWaiter.NAME);
        }

        @Actor
        public void giveUp() {
            queues.leave(first);
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r1 = second.woken.get();
            queues.leave(second);
            result.r2 = queues.isEmpty() ? 0 : 1;
        }
    }

    /** The head gets the store's answer while a try asks for it. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "answered once")
    @Outcome(expect = FORBIDDEN, desc = "a try that waits for the look of the head gets no answer, or two")
    @State
    public static class LookAgainstCurious {

        private final LocalQueues<HandOffOffer> queues = new LocalQueues<>(Machine.under(null));
        private final CountingWaiter head = new CountingWaiter();
        private final CountingWaiter curious = new CountingWaiter();

        public LookAgainstCurious() {
            queues.join(head);
        }

        @Actor
        public void look() {
            queues.looked(head, LastLook.TAKEN);
        }

        @Actor
        public void ask() {
            queues.awaitLook(curious);
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = curious.looks.get() + curious.woken.get();
        }
    }

    /** The head leaves while a try asks for its answer. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "woken once, and nothing kept")
    @Outcome(expect = FORBIDDEN, desc = "it waits for ever for a head that is gone")
    @State
    public static class LeaveAgainstCurious {

        private final LocalQueues<HandOffOffer> queues = new LocalQueues<>(Machine.under(null));
        private final CountingWaiter head = new CountingWaiter();
        private final CountingWaiter curious = new CountingWaiter();

        public LeaveAgainstCurious() {
            queues.join(head);
        }

        @Actor
        public void leave() {
            queues.leave(head);
        }

        @Actor
        public void ask() {
            queues.awaitLook(curious);
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r1 = curious.looks.get() + curious.woken.get();
            result.r2 = queues.isEmpty() ? 0 : 1;
        }
    }
}
