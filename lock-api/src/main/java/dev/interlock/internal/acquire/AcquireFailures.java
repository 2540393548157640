// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.LockClientClosedException;
import dev.interlock.LockEvent;
import dev.interlock.LockException;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.spi.Attempt;
import java.time.Duration;

/** The exceptions and events of acquisitions that failed: which lock, which store, what was observed, the way out. */
public final class AcquireFailures {

    private AcquireFailures() {}

    /**
     * Another hold lasted too long: that of another client, or of this one, perhaps of the thread that waits for it.
     */
    public static LockTimeoutException timeout(
            Acquisitions acquisitions,
            LockName name,
            EffectiveOptions options,
            Duration waited,
            int attempts,
            Thread waiter) {
        String failed = "'" + name + "' not acquired within " + waited.toMillis() + " ms: ";
        Thread holder = acquisitions.queues.holder(name);
        return new LockTimeoutException(failed
                + (holder == null
                        ? heldByAnother(acquisitions.backend.store(), options.lockDelay(), attempts)
                        : heldHere(acquisitions, holder, waiter)));
    }

    private static String heldByAnother(String store, Duration lockDelay, int attempts) {
        String asked = switch (attempts) {
            case 0 -> "as the store answered another caller of this client";
            case 1 -> "1 attempt";
            default -> attempts + " attempts";
        };
        String closed = lockDelay.isZero() ? "" : ", or closed for up to " + lockDelay.toMillis() + " ms after a loss";
        return "held by another owner" + closed + " (" + store + ", " + asked + "); wait longer, or try later";
    }

    private static String heldHere(Acquisitions acquisitions, Thread holder, Thread waiter) {
        String hint = acquisitions.holderHint == null ? "" : " ('" + acquisitions.holderHint + "')";
        // Virtual threads have no name unless the user sets one.
        String other = holder.getName().isEmpty() ? "another thread" : "thread '" + holder.getName() + "'";
        String by = "held by this client itself" + hint + ", for ";
        String store = " (" + acquisitions.backend.store() + "); ";
        return holder == waiter
                ? by + "the very thread that asks again" + store
                        + "a thread that acquires a lock twice through handles waits for itself: pass the handle on, or use"
                        + " asLock, which is re-entrant"
                : by + other + store + "wait longer, or try later";
    }

    public static LockOutcomeUnknownException noAnswer(Attempt attempt, String store, Throwable cause) {
        return new LockOutcomeUnknownException(
                "'" + attempt.name() + "' may have been granted by " + store
                        + " but the answer did not arrive: the lock is not held, and the client releases such a grant in the"
                        + " background; until then it can block others for up to "
                        + attempt.lease().toMillis() + " ms (" + cause + ")",
                attempt.lease(),
                cause);
    }

    /** Surely not acquired, since no request was sent. The failure of the waiter ahead says why. */
    static LockUnavailableException noAnswerAhead(Attempt attempt, Duration waited, LockException ahead) {
        return new LockUnavailableException(
                "'" + attempt.name() + "' not acquired within " + waited.toMillis()
                        + " ms: an earlier request of this client is still unanswered (" + ahead.getMessage() + ")",
                ahead);
    }

    public static LockUnavailableException lateAnswer(LockName name, Duration lease, String store) {
        return new LockUnavailableException(
                "'" + name + "' not acquired: the reply of " + store + " took longer than the lease of "
                        + lease.toMillis() + " ms; use a longer lease",
                null);
    }

    public static LockUnavailableException lostMeanwhile(LockName name, String store) {
        return new LockUnavailableException(
                "'" + name + "' on " + store + " was lost while the locks to be acquired with it were waited for; use a"
                        + " longer lease, or automatic renewal",
                null);
    }

    /** The caller no longer waits, or the client was closed meanwhile. */
    public static LockException cancelled(Acquisitions acquisitions, String what) {
        String store = acquisitions.backend.store();
        return acquisitions.isClosed()
                ? new LockClientClosedException(what + " not acquired: the client for " + store + " was closed")
                : new LockUnavailableException(what + " not acquired: the wait for " + store + " was cancelled", null);
    }

    /** Other holders had the lock: a try found it taken, and a wait timed out. */
    public static LockEvent notGranted(LockName name, EffectiveOptions options, Duration waited) {
        return options.singleTry()
                ? new LockEvent.Taken(name.value(), waited)
                : new LockEvent.TimedOut(name.value(), waited);
    }

    public static LockEvent event(LockName name, LockException why) {
        String reason = String.valueOf(why.getMessage());
        return why instanceof LockOutcomeUnknownException unknown
                ? new LockEvent.OutcomeUnknown(name.value(), unknown.residue(), reason)
                : new LockEvent.Unavailable(name.value(), reason);
    }
}
