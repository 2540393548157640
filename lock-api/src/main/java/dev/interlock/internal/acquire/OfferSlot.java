// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.internal.hold.HandOffOffer;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.queue.Waiter.Reply;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The hand-off that one waiter is offered: one at a time, and none once the waiter leaves. Thread-safe. */
public final class OfferSlot {

    /** Null while nothing is offered, empty while nothing can be. */
    private final AtomicReference<@Nullable Optional<HandOffOffer>> offered = new AtomicReference<>();

    public Reply offer(HandOffOffer offer, EffectiveOptions asked) {
        if (offered.get() == null && !offer.suits(asked)) {
            return Reply.DECLINES;
        }
        return offered.compareAndSet(null, Optional.of(offer)) ? Reply.ACCEPTS : Reply.LEAVES;
    }

    /** The offer that was made, if one was: then no other can be made until {@link #reopen}. */
    @Nullable
    public HandOffOffer take() {
        return offered.get() == null ? null : close();
    }

    /** No offer can be made any more; returns the one that was made and is not taken yet. */
    @Nullable
    HandOffOffer close() {
        Optional<HandOffOffer> was = offered.getAndSet(Optional.empty());
        return was == null ? null : was.orElse(null);
    }

    /** The offer that was taken came to nothing: another one can be made. */
    public void reopen() {
        offered.set(null);
    }
}
