// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.LockName;
import dev.interlock.internal.hold.HandOffOffer;
import dev.interlock.internal.queue.LastLook;
import dev.interlock.internal.queue.Waiter;
import java.util.concurrent.atomic.AtomicInteger;

/** A waiter in the queue for a name that counts its wake-ups and looks. */
public final class CountingWaiter implements Waiter<HandOffOffer> {

    public static final LockName NAME = new LockName("a");

    public final AtomicInteger woken = new AtomicInteger();
    public final AtomicInteger looks = new AtomicInteger();

    @Override
    public LockName name() {
        Perturbed.point();
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
    public Reply offer(HandOffOffer offer) {
        return Reply.DECLINES;
    }

    @Override
    public void wake() {
        Perturbed.point();
        woken.incrementAndGet();
    }

    @Override
    public void onLook(LastLook look) {
        looks.incrementAndGet();
    }
}
