// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jfr;

import dev.interlock.CallerListener;
import dev.interlock.LockCall;
import dev.interlock.LockEvent;
import dev.interlock.LockLost;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the acquisitions, holds, losses and late renewals of one client to the recordings of the JDK Flight Recorder.
 * Register one for each client, from its start with {@link dev.interlock.ClientOptions#withListeners}. While no recording
 * asks for these events, it notes nothing. Thread-safe.
 *
 * <p>The events of the recorder begin and end when this listener learns of them, a moment late. The times that the client
 * measured are in fields.
 */
public final class LockJfrEvents implements CallerListener {

    /** The event of an acquisition, with the duration of the wait. Shorter ones than 1 ms are left out by default. */
    public static final String WAIT = "dev.interlock.LockWait";

    /** The event of a hold, with its duration. Shorter ones than 1 ms are left out by default. */
    public static final String HOLD = "dev.interlock.LockHold";

    /** The event of a hold that ended without a release. */
    public static final String LOST = "dev.interlock.LockLost";

    /** The event of a renewal that is late. */
    public static final String RENEWAL_LATE = "dev.interlock.LockRenewalLate";

    /** Asked whether a recording wants such events, so that no object is made only to ask. */
    private static final LockWaitEvent ANY_WAIT = new LockWaitEvent();

    private static final LockHoldEvent ANY_HOLD = new LockHoldEvent();

    /** More holds could only come from many lost events. */
    private static final int MAX_HOLDS = 100_000;

    private final String store;
    private final Map<Hold, LockHoldEvent> holds = new ConcurrentHashMap<>();

    private record Hold(String lock, long token) {}

    /**
     * Creates a listener for one client.
     *
     * @param store the text that its events carry, such as the kind of store: see
     *     {@link dev.interlock.Capabilities#backend()}
     */
    public LockJfrEvents(String store) {
        this.store = Objects.requireNonNull(store, "store");
    }

    @Override
    public @Nullable LockCall called(String lockName) {
        if (!ANY_WAIT.isEnabled() && !ANY_HOLD.isEnabled()) {
            return null;
        }
        LockWaitEvent wait = new LockWaitEvent();
        wait.begin();
        Thread caller = Thread.currentThread();
        return event -> ended(wait, lockName, caller, event);
    }

    private void ended(LockWaitEvent wait, String lock, Thread caller, LockEvent event) {
        if (event instanceof LockEvent.Acquired acquired) {
            commit(wait, lock, caller, "acquired", acquired.fencingToken(), acquired.waited());
            begin(caller, acquired);
        } else if (event instanceof LockEvent.Taken taken) {
            commit(wait, lock, caller, "taken", 0, taken.waited());
        } else if (event instanceof LockEvent.TimedOut timedOut) {
            commit(wait, lock, caller, "timed_out", 0, timedOut.waited());
        } else if (event instanceof LockEvent.Cancelled cancelled) {
            commit(wait, lock, caller, "cancelled", 0, cancelled.waited());
        } else if (event instanceof LockEvent.Unavailable) {
            commit(wait, lock, caller, "unavailable", 0, Duration.ZERO);
        } else if (event instanceof LockEvent.OutcomeUnknown) {
            commit(wait, lock, caller, "unknown", 0, Duration.ZERO);
        }
    }

    private void commit(LockWaitEvent wait, String lock, Thread caller, String outcome, long token, Duration waited) {
        wait.end();
        if (wait.shouldCommit()) {
            wait.lock = lock;
            wait.store = store;
            wait.caller = caller;
            wait.outcome = outcome;
            wait.token = token;
            wait.waited = waited.toNanos();
            wait.commit();
        }
    }

    private void begin(Thread caller, LockEvent.Acquired acquired) {
        LockHoldEvent hold = new LockHoldEvent();
        if (hold.isEnabled() && holds.size() < MAX_HOLDS) {
            hold.caller = caller;
            hold.begin();
            holds.put(new Hold(acquired.lockName(), acquired.fencingToken()), hold);
        }
    }

    @Override
    public void on(LockEvent event) {
        if (event instanceof LockEvent.Released released) {
            end(event.lockName(), released.fencingToken(), "released", released.held());
        } else if (event instanceof LockEvent.ReleaseFailed failed) {
            end(event.lockName(), failed.fencingToken(), text(failed.result()), Duration.ZERO);
        } else if (event instanceof LockEvent.Lost lost) {
            end(event.lockName(), lost.loss().fencingToken(), "lost", Duration.ZERO);
            commit(lost.loss());
        } else if (event instanceof LockEvent.RenewalDelayed delayed) {
            commit(delayed);
        }
    }

    private void end(String lock, long token, String outcome, Duration held) {
        if (holds.isEmpty()) {
            return;
        }
        LockHoldEvent hold = holds.remove(new Hold(lock, token));
        if (hold == null) {
            return;
        }
        hold.end();
        if (hold.shouldCommit()) {
            hold.lock = lock;
            hold.store = store;
            hold.outcome = outcome;
            hold.token = token;
            hold.held = held.toNanos();
            hold.commit();
        }
    }

    private void commit(LockLost loss) {
        LockLostEvent lost = new LockLostEvent();
        if (lost.shouldCommit()) {
            lost.lock = loss.lockName();
            lost.store = store;
            lost.token = loss.fencingToken();
            lost.cause = text(loss.cause());
            lost.detail = loss.detail();
            lost.commit();
        }
    }

    private void commit(LockEvent.RenewalDelayed delayed) {
        LockRenewalLateEvent late = new LockRenewalLateEvent();
        if (late.shouldCommit()) {
            late.lock = delayed.lockName();
            late.store = store;
            late.token = delayed.fencingToken();
            late.late = delayed.late().toNanos();
            late.remaining = delayed.remaining().toNanos();
            late.commit();
        }
    }

    private static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
