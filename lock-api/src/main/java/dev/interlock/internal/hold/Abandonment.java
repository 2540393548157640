// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.HandleState;
import dev.interlock.LockEvent;

/**
 * What happens when nothing is left that could release a lock. As a task, it runs when a hold is over, or when its handle
 * was garbage-collected before; it does not refer to the handle. Thread-safe.
 */
final class Abandonment implements Runnable {

    private final Holds holds;
    private final Hold hold;
    private volatile boolean used;

    /**
     * A task that has yet to run.
     *
     * @param hold what the handle is for
     * @param used whether a caller is known to have received the handle
     */
    Abandonment(Holds holds, Hold hold, boolean used) {
        this.holds = holds;
        this.hold = hold;
        this.used = used;
    }

    /** The handle was asked for something: work may be under way under the lock. */
    void use() {
        if (!used) {
            used = true;
        }
    }

    @Override
    public void run() {
        HandleState state = hold.state();
        if (state != HandleState.HELD && state != HandleState.UNCERTAIN) {
            return;
        }
        if (used) {
            hold.renewals().stop();
            report(holds, hold, "its handle is gone: nothing renews it any more, and it ends with its lease");
        } else {
            report(holds, hold, "its handle is gone and was never used: it is released");
            holds.threads.compensation.execute(hold::release);
        }
    }

    /** Reports to the log and the listeners. */
    static void report(Holds holds, Hold hold, String detail) {
        long token = hold.token();
        holds.log.abandoned(hold.lockName(), token, detail);
        holds.events.publish(() -> new LockEvent.Abandoned(hold.lockName(), token, detail));
    }
}
