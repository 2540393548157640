// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.LockName;
import dev.interlock.internal.lease.EffectiveOptions;
import java.util.function.BooleanSupplier;

/**
 * The grant that a holder leaves to the next waiter of its client instead of releasing it at the store: the same lease
 * and deadline, with the next token. It is offered to one waiter at a time; a waiter that leaves passes it on.
 */
public final class HandOffOffer {

    private final Holds holds;
    private final Hold before;

    /** The offer of a hold whose release was asked for and is not sent. */
    HandOffOffer(Holds holds, Hold before) {
        this.holds = holds;
        this.before = before;
    }

    private LockName name() {
        return before.name();
    }

    /** Offers the grant to the first waiter; false if the budget is used up, that waiter declines, or there is none. */
    boolean offer() {
        return !holds.isClosing()
                && before.hasHandOffsLeft()
                && before.renewals().isQuiet()
                && holds.queues.offer(name(), this);
    }

    /** Offers a retained grant in the same way; that is no hand-off, but a waiter that came while it was put away. */
    boolean offerRetained() {
        return !holds.isClosing()
                && before.isFitForNext()
                && before.renewals().isQuiet()
                && holds.queues.offer(name(), this);
    }

    /**
     * Whether the grant gives a waiter what it would get of the store: the lease that it asked for, renewed. Called under
     * the guard of the queue, so it asks nothing, not even a clock.
     */
    public boolean suits(EffectiveOptions asked) {
        return before.renewals().suits(asked);
    }

    /** The hold of the waiter that accepts. */
    public Hold hold(EffectiveOptions options, BooleanSupplier wanted) {
        return new Hold(before, options, wanted);
    }

    /** The end of the hold before is reported, once, before anything of the next. */
    public void endBefore() {
        before.endHandedOff();
    }

    /** Reports of the backend about the grant are about this hold from now on. */
    public void deliverTo(Hold hold) {
        before.followedBy(hold);
    }

    /** The waiter that accepted has left: the grant goes to the next waiter, or back to the store. */
    public void passOn() {
        if (!offer()) {
            giveBack();
        }
    }

    /** No waiter can use the grant: it is compensated in the background, as after an acquisition that was cancelled. */
    public void giveBack() {
        before.compensateHandedOff();
    }
}
