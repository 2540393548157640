// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import dev.interlock.LockName;

/**
 * An acquisition in the local queue of its name.
 *
 * @param <O> what a holder offers to the next waiter
 */
public interface Waiter<O> {

    /** What a waiter replies to the offer of a hand-off. */
    enum Reply {
        /** The grant is this waiter's from now on: it uses it or passes it on. */
        ACCEPTS,
        /** The grant does not suit what it asked for; the waiters behind it do not overtake it. */
        DECLINES,
        /** It does not wait any more. */
        LEAVES
    }

    LockName name();

    /** The thread that asked for the lock. */
    Thread caller();

    /** Whether its request is under way or was answered, or needs no other thread than the one that waits for it. */
    boolean asksSoon();

    /** Something changed that may let it go on. */
    void wake();

    /** How the look of the head ended; called at most once for each call of {@link LocalQueues#awaitLook}. */
    void onLook(LastLook look);

    /** Whether it accepts the grant of a holder of this client, once it is woken. Called under the queue's guard. */
    Reply offer(O grant);
}
