// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.LockName;
import dev.interlock.internal.client.StressClient;
import dev.interlock.internal.queue.LastLook;
import dev.interlock.internal.queue.Waiter;
import org.jspecify.annotations.Nullable;

/** A waiter that accepts the grant that it is offered. Confined to the thread that makes the state of a test. */
final class AcceptingWaiter implements Waiter<HandOffOffer> {

    private @Nullable HandOffOffer accepted;

    HandOffOffer accepted() {
        HandOffOffer offer = accepted;
        if (offer == null) {
            throw new IllegalStateException("nothing was offered");
        }
        return offer;
    }

    @Override
    public Reply offer(HandOffOffer offer) {
        accepted = offer;
        return Reply.ACCEPTS;
    }

    @Override
    public LockName name() {
        return StressClient.NAME;
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
    public void wake() {}

    @Override
    public void onLook(LastLook look) {}
}
