// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The store did not report whether it granted the lock. The caller does not hold it. The client releases a possible
 * grant in the background (compensation). Until that succeeds, an unused grant may block other clients.
 *
 * <p>The caller may acquire again at once. Until the unused grant is released or ends, the lock can look taken to that
 * attempt too, at most for {@link #residue}. So prefer a wait to {@link DistributedLock#tryAcquire()}.
 */
public final class LockOutcomeUnknownException extends LockException {

    private static final long serialVersionUID = 1L;

    private final Duration residue;

    /**
     * Creates the exception.
     *
     * @param message the lock, the store and the observed cause
     * @param residue the longest time for which an unused grant can block other clients, counted from when it reaches
     *     the store
     * @param cause the exception of the driver, or null
     */
    public LockOutcomeUnknownException(String message, Duration residue, @Nullable Throwable cause) {
        super(message, cause);
        this.residue = residue;
    }

    /**
     * The longest time for which an unused grant can block other clients if every compensation fails. It counts from
     * when the request reaches the store.
     *
     * @return the lease of the request
     */
    public Duration residue() {
        return residue;
    }
}
