// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.HandleState;
import dev.interlock.LockEvent;

/**
 * What happens when nothing is left that could release a lock. As a task, it runs when a hold is over, or when its handle
 * was garbage-collected before; it does not refer to the handle. Thread-safe.
 */
final class Abandonment implements Runnable {

    private final Engine engine;
    private final Tenure tenure;
    private volatile boolean used;

    /**
     * A task that has yet to run.
     *
     * @param tenure what the handle is for
     * @param used whether a caller is known to have received the handle
     */
    Abandonment(Engine engine, Tenure tenure, boolean used) {
        this.engine = engine;
        this.tenure = tenure;
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
        HandleState state = tenure.state();
        if (state != HandleState.HELD && state != HandleState.UNCERTAIN) {
            return;
        }
        if (used) {
            tenure.renewals().stop();
            report(engine, tenure, "its handle is gone: nothing renews it any more, and it ends with its lease");
        } else {
            report(engine, tenure, "its handle is gone and was never used: it is released");
            engine.pools.compensation.execute(tenure::release);
        }
    }

    /** Reports to the log and the listeners. */
    static void report(Engine engine, Tenure tenure, String detail) {
        long token = tenure.token();
        engine.log.abandoned(tenure.lockName(), token, detail);
        engine.events.publish(() -> new LockEvent.Abandoned(tenure.lockName(), token, detail));
    }
}
