// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.LockEvent;
import dev.interlock.LockName;
import dev.interlock.internal.event.Calls;
import dev.interlock.internal.event.EventDispatcher;
import dev.interlock.internal.event.WaiterCounts;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The events of one acquisition: each at most once, and none after its end. Confined to its steps.
 */
public final class AcquisitionNews {

    private final EventDispatcher events;
    private final WaiterCounts waiterCounts;
    private final LockName name;
    private final Calls calls;
    private final @Nullable Supplier<Duration> waitedForSet;
    private boolean foundTaken;
    private boolean waiting;

    /**
     * The news of one acquisition, begun by this thread.
     *
     * @param waitedForSet how long the caller has waited for all of the locks that it acquires together; null for one that
     *     is acquired alone. Several acquisitions of one name of a set may follow each other: then only a grant is news
     *     of the name, and others report what became of the whole
     */
    AcquisitionNews(
            EventDispatcher events,
            WaiterCounts waiterCounts,
            LockName name,
            @Nullable Supplier<Duration> waitedForSet) {
        this.events = events;
        this.waiterCounts = waiterCounts;
        this.name = name;
        this.waitedForSet = waitedForSet;
        calls = events.calls(name);
    }

    /** What the listeners noted of the caller. */
    public Calls calls() {
        return calls;
    }

    /** The lock is taken: this client holds it, or the store says that another does. */
    public void contended() {
        if (!foundTaken) {
            foundTaken = true;
            events.publish(() -> new LockEvent.Contended(name.value()));
        }
    }

    /** It waits from now on. */
    void waits() {
        if (!waiting) {
            waiting = true;
            waiterCounts.increment(name);
        }
    }

    /** It has ended with the lock. */
    public void acquired(long token, Duration waited) {
        Duration all = waitedForSet == null ? waited : waitedForSet.get();
        ended(() -> new LockEvent.Acquired(name.value(), token, all));
    }

    /**
     * It has ended. Listeners learn first that it no longer waits, so that no event of it follows those of a next hold.
     */
    void ended(Supplier<LockEvent> how) {
        waitsNoLonger();
        events.publish(how, calls);
    }

    /** It has ended, and nothing came of it. */
    void endedInVain(Supplier<LockEvent> how) {
        waitsNoLonger();
        if (waitedForSet == null) {
            events.publish(how, calls);
        }
    }

    private void waitsNoLonger() {
        if (waiting) {
            waiting = false;
            waiterCounts.decrement(name);
        }
    }
}
