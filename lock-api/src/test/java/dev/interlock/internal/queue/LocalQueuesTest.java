// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.internal.hold.HandOffOffer;
import dev.interlock.internal.machine.Machine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The line of waiters itself, without an engine. */
class LocalQueuesTest {

    private static final LockName NAME = new LockName("a");

    private final LocalQueues<HandOffOffer> queues = new LocalQueues<>(Machine.under(null));
    private boolean asksSoon = true;
    private final AtomicInteger looks = new AtomicInteger();

    /** Counts how often it is compared with another. */
    private final class Counted implements Waiter<HandOffOffer> {

        private final List<String> received = new ArrayList<>();

        @Override
        public LockName name() {
            return NAME;
        }

        @Override
        public Thread caller() {
            return Thread.currentThread();
        }

        @Override
        public boolean asksSoon() {
            return asksSoon;
        }

        @Override
        public Reply offer(HandOffOffer offer) {
            return Reply.DECLINES;
        }

        @Override
        public void wake() {
            received.add("woken");
        }

        @Override
        public void onLook(LastLook look) {
            received.add(look.toString());
        }

        @Override
        public boolean equals(Object other) {
            looks.incrementAndGet();
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    private List<Counted> joined(int waiters) {
        List<Counted> line = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            Counted waiter = new Counted();
            queues.join(waiter);
            line.add(waiter);
        }
        return line;
    }

    @Test
    void a_waiter_that_leaves_is_found_without_looking_at_those_before() {
        List<Counted> line = joined(10_000);
        Collections.reverse(line);
        line.forEach(queues::leave);
        assertThat(queues.isEmpty()).isTrue();
        assertThat(looks).hasValueLessThan(line.size());
    }

    @Test
    void demand_falls_by_one_with_each_grant_and_never_below_the_waiters_that_are_there() {
        List<Counted> line = joined(4);
        assertThat(queues.demand(NAME)).isEqualTo(4);
        queues.granted(line.get(0));
        assertThat(queues.demand(NAME)).as("one that holds and three that wait").isEqualTo(4);
        queues.leave(line.get(1));
        queues.leave(line.get(2));
        queues.granted(NAME, Thread.currentThread());
        assertThat(queues.demand(NAME)).as("two that have not come back yet").isEqualTo(3);
        queues.granted(NAME, Thread.currentThread());
        assertThat(queues.demand(NAME)).as("one that holds and one that waits").isEqualTo(2);
        queues.granted(NAME, Thread.currentThread());
        assertThat(queues.demand(NAME)).isEqualTo(2);
    }

    @Test
    void the_first_that_is_left_is_the_head() {
        List<Counted> line = joined(4);
        assertThat(queues.aheadOf(line.get(0))).isNull();
        queues.leave(line.get(2));
        queues.leave(line.get(0));
        assertThat(queues.aheadOf(line.get(1))).isNull();
        assertThat(queues.aheadOf(line.get(3))).isEqualTo(LastLook.NONE);
        queues.looked(line.get(1), LastLook.TAKEN);
        assertThat(queues.aheadOf(line.get(3))).isEqualTo(LastLook.TAKEN);
        assertThat(queues.holder(NAME)).isNull();
        queues.granted(line.get(1));
        assertThat(queues.holder(NAME)).isSameAs(Thread.currentThread());
        queues.freed(NAME);
        assertThat(queues.holder(NAME)).as("others still wait").isNull();
        queues.wakeNext(NAME);
        assertThat(queues.aheadOf(line.get(3))).isNull();
        assertThat(queues.aheadOfTry(NAME)).as("a new head, nothing known").isEqualTo(LastLook.NONE);
        asksSoon = false;
        assertThat(queues.aheadOfTry(NAME)).as("a head without a thread").isNull();
    }

    @Test
    void an_end_under_way_lets_a_try_ask_and_keeps_nothing() {
        Counted holder = joined(1).get(0);
        queues.granted(holder);
        assertThat(queues.aheadOfTry(NAME)).isEqualTo(LastLook.TAKEN);
        queues.freed(NAME);
        assertThat(queues.aheadOfTry(NAME)).isNull();
        queues.wakeNext(NAME);
        assertThat(queues.isEmpty()).isTrue();
    }

    @Test
    void a_try_that_asks_for_the_last_look_gets_at_once_what_is_known() {
        Counted curious = new Counted();
        queues.awaitLook(curious);
        assertThat(curious.received).as("no waiter is ahead").containsExactly("woken");
        Counted head = joined(1).get(0);
        curious.received.clear();
        queues.awaitLook(curious);
        assertThat(curious.received).as("the head has not looked yet").isEmpty();
        queues.looked(head, LastLook.TAKEN);
        assertThat(curious.received).containsExactly(LastLook.TAKEN.toString());
        queues.awaitLook(curious);
        assertThat(curious.received).as("known already").hasSize(2);
        queues.looked(head, LastLook.TAKEN);
        assertThat(curious.received).as("one answer for each question").hasSize(2);
    }

    @Test
    void a_try_that_asks_for_the_last_look_is_woken_when_no_waiter_is_ahead_any_more() {
        Counted curious = new Counted();
        Counted head = joined(1).get(0);
        queues.awaitLook(curious);
        assertThat(queues.isEmpty()).isFalse();
        queues.leave(head);
        assertThat(curious.received).containsExactly("woken");
        assertThat(queues.isEmpty()).isTrue();
    }
}
