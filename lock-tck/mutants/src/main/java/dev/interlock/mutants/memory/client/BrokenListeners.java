// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import java.util.concurrent.atomic.AtomicReference;

/** Listeners that pass on different events from those that happened. */
final class BrokenListeners {

    private BrokenListeners() {}

    /** Reports a grant after the event that follows it. */
    static LockListener late(LockListener listener) {
        AtomicReference<LockEvent> kept = new AtomicReference<>();
        return event -> {
            if (event instanceof LockEvent.Acquired) {
                kept.set(event);
                return;
            }
            listener.on(event);
            LockEvent before = kept.getAndSet(null);
            if (before != null) {
                listener.on(before);
            }
        };
    }

    /** Reports contention at every look. */
    static LockListener twice(LockListener listener) {
        return event -> {
            listener.on(event);
            if (event instanceof LockEvent.Contended) {
                listener.on(event);
            }
        };
    }

    /** Reports a wait that timed out as a failure of the store. */
    static LockListener dramatic(LockListener listener) {
        return event -> listener.on(
                event instanceof LockEvent.TimedOut ? new LockEvent.Unavailable(event.lockName(), "timed out") : event);
    }

    /** Reports only confirmed releases. */
    static LockListener optimistic(LockListener listener) {
        return event -> {
            if (!(event instanceof LockEvent.ReleaseFailed)) {
                listener.on(event);
            }
        };
    }
}
