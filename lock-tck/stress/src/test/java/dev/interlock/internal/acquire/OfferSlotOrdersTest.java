// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.internal.client.Orders;
import dev.interlock.internal.client.StressClient;
import dev.interlock.internal.hold.HandOffOffer;
import dev.interlock.internal.hold.Offers;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.queue.Waiter;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Grants are offered to a waiter that takes them, leaves, or opens its slot again. */
public class OfferSlotOrdersTest {

    private static final StressClient CLIENT = new StressClient();
    private static final HandOffOffer OFFER = Offers.of(CLIENT, CLIENT.hold(StressClient.NAME));
    private static final EffectiveOptions ASKED = CLIENT.options(StressClient.NAME);

    private final OfferSlot slot = new OfferSlot();

    @Operation
    public Waiter.Reply offer() {
        return slot.offer(OFFER, ASKED);
    }

    @Operation(nonParallelGroup = "waiter")
    public boolean take() {
        return slot.take() != null;
    }

    @Operation(nonParallelGroup = "waiter")
    public boolean close() {
        return slot.close() != null;
    }

    @Operation(nonParallelGroup = "waiter")
    public void reopen() {
        slot.reopen();
    }

    @Test
    @Timeout(Orders.MOST_SECONDS)
    void each_offer_that_is_accepted_is_taken_once() {
        Orders.check(getClass(), 3, 3, 3, 40);
    }
}
