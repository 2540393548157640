// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.interlock.internal.client.OnState;
import dev.interlock.internal.client.StressClient;
import dev.interlock.internal.hold.HandOffOffer;
import dev.interlock.internal.hold.Offers;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.queue.Waiter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The hand-off that a waiter is offered. */
@OnState(OfferSlot.class)
final class OfferSlotStress {

    private OfferSlotStress() {}

    private abstract static class Offering {

        final OfferSlot slot = new OfferSlot();
        final StressClient client = new StressClient();
        final HandOffOffer offer = Offers.of(client, client.hold(StressClient.NAME));
        final EffectiveOptions asked = client.options(StressClient.NAME);

        final boolean accepts() {
            return slot.offer(offer, asked) == Waiter.Reply.ACCEPTS;
        }
    }

    /** A grant is offered to a waiter that leaves. */
    @JCStressTest
    @Outcome(
            id = {"true, true", "false, false"},
            expect = ACCEPTABLE,
            desc = "accepted and then found by the waiter, which passes it on, or not accepted")
    @Outcome(expect = FORBIDDEN, desc = "accepted by a waiter that is gone, or taken without having been accepted")
    @State
    public static class OfferAgainstLeave extends Offering {

        public OfferAgainstLeave() {
            // Nothing is offered yet.
        }

        @Actor
        public void offer(ZZ_Result result) {
            result.r1 = accepts();
        }

        @Actor
        public void leave(ZZ_Result result) {
            result.r2 = slot.close() != null;
        }
    }

    /** Two grants are offered, as by a store that granted a lock twice. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one of them is accepted")
    @Outcome(expect = FORBIDDEN, desc = "both are accepted, and one of them is never given back, or none")
    @State
    public static class TwoOffer extends Offering {

        private boolean one;
        private boolean other;

        public TwoOffer() {
            // Nothing is offered yet.
        }

        @Actor
        public void one() {
            one = accepts();
        }

        @Actor
        public void other() {
            other = accepts();
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = (one ? 1 : 0) + (other ? 1 : 0);
        }
    }
}
