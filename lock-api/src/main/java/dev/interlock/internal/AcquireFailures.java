// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockEvent;
import dev.interlock.LockException;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import java.time.Duration;

/** The exceptions and events of acquisitions that failed: which lock, which store, what was observed, the way out. */
final class AcquireFailures {

    private AcquireFailures() {}

    static LockTimeoutException heldByOthers(Attempt attempt, String store, Duration waited, int attempts) {
        return new LockTimeoutException("'" + attempt.name() + "' not acquired within " + waited.toMillis()
                + " ms: held by another owner (" + store + ", " + attempts + " attempts); wait longer, or try later");
    }

    static LockOutcomeUnknownException noAnswer(Attempt attempt, String store, Throwable cause) {
        return new LockOutcomeUnknownException(
                "'" + attempt.name() + "' may have been granted by " + store
                        + " but the answer did not arrive: not held, being withdrawn; an unused grant can block others"
                        + " for up to " + attempt.lease().toMillis() + " ms (" + cause + ")",
                attempt.lease(),
                cause);
    }

    /** Surely not acquired, since nothing was asked for; what the one ahead was told says why. */
    static LockUnavailableException noAnswerAhead(Attempt attempt, Duration waited, LockException ahead) {
        return new LockUnavailableException(
                "'" + attempt.name() + "' not acquired within " + waited.toMillis()
                        + " ms: a caller of this client that came before has no answer (" + ahead.getMessage() + ")",
                ahead);
    }

    static LockUnavailableException lateAnswer(Attempt attempt, String store) {
        return new LockUnavailableException(
                "'" + attempt.name() + "' not acquired: the reply of " + store + " took longer than the lease of "
                        + attempt.lease().toMillis() + " ms; use a longer lease",
                null);
    }

    static LockUnavailableException cancelled(Attempt attempt, String store) {
        return new LockUnavailableException(
                "'" + attempt.name() + "' not acquired: the wait for " + store
                        + " was cancelled, or the client was closed",
                null);
    }

    static LockEvent event(LockName name, LockException why) {
        String reason = String.valueOf(why.getMessage());
        return why instanceof LockOutcomeUnknownException unknown
                ? new LockEvent.OutcomeUnknown(name.value(), unknown.residue(), reason)
                : new LockEvent.Unavailable(name.value(), reason);
    }
}
