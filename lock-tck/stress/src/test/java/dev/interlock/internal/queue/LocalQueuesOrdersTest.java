// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import dev.interlock.LockName;
import dev.interlock.internal.client.Orders;
import dev.interlock.internal.client.StressMachine;
import dev.interlock.internal.hold.HandOffOffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two callers wait for a name, hold it, release it and give up, again and again. */
@Tag("nightly")
public class LocalQueuesOrdersTest {

    private static final LockName NAME = new LockName("a");

    private final LocalQueues<HandOffOffer> queues = new LocalQueues<>(new StressMachine());

    /** The store: which of them has the lock. */
    private final AtomicReference<@Nullable Caller> owner = new AtomicReference<>();

    private final Caller one = new Caller();
    private final Caller other = new Caller();

    /** Asks, waits or releases, as is its turn. Its calls are made by one thread. */
    private final class Caller implements Waiter<HandOffOffer> {

        private boolean waits;
        private volatile boolean woken;

        void step() {
            if (owner.get() == this) {
                owner.set(null);
                queues.freed(NAME);
                queues.wakeNext(NAME);
                return;
            }
            if (!waits) {
                waits = true;
                queues.join(this);
            }
            woken = false;
            if (queues.aheadOf(this) == null) {
                if (!owner.compareAndSet(null, this)) {
                    throw new IllegalStateException("two of a client ask the store at once");
                }
                waits = false;
                queues.granted(this);
            }
        }

        void giveUp() {
            if (waits) {
                waits = false;
                queues.leave(this);
            }
        }

        boolean isForgotten() {
            return waits && !woken && queues.aheadOf(this) == null;
        }

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
            return true;
        }

        @Override
        public void wake() {
            woken = true;
        }

        @Override
        public void onLook(LastLook look) {}

        @Override
        public Reply offer(HandOffOffer offer) {
            return Reply.DECLINES;
        }
    }

    @Operation(nonParallelGroup = "one")
    public void stepOfOne() {
        one.step();
    }

    @Operation(nonParallelGroup = "one")
    public void oneGivesUp() {
        one.giveUp();
    }

    @Operation(nonParallelGroup = "other")
    public void stepOfOther() {
        other.step();
    }

    @Operation(nonParallelGroup = "other")
    public void otherGivesUp() {
        other.giveUp();
    }

    @Validate
    public void none_waits_that_may_ask_and_nothing_unused_is_kept() {
        List<Caller> callers = List.of(one, other);
        if (callers.stream().anyMatch(Caller::isForgotten)) {
            throw new IllegalStateException("a waiter may ask the store and was not woken");
        }
        boolean held = owner.get() != null;
        if (held != (queues.holder(NAME) != null)) {
            throw new IllegalStateException("held at the store: " + held + ", and otherwise here");
        }
        boolean wanted = held || callers.stream().anyMatch(caller -> caller.waits);
        if (wanted == queues.isEmpty()) {
            throw new IllegalStateException("wanted: " + wanted + ", and otherwise in the queues");
        }
    }

    @Test
    @Timeout(Orders.MOST_SECONDS)
    void one_asks_at_a_time_and_the_next_one_is_woken() {
        Orders.check(getClass(), 2, 4, 3, 40);
    }
}
