// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The store did not say whether it granted the lock. The caller does not hold it; the client withdraws the request in
 * the background, and until that succeeds a grant nobody uses may block others.
 */
public final class LockOutcomeUnknownException extends LockException {

    private static final long serialVersionUID = 1L;

    private final Duration residue;

    /**
     * Creates the exception.
     *
     * @param message which lock, which store, what was observed
     * @param residue how long an unused grant can block others at most, counted from when it reaches the store
     * @param cause what the driver threw, or null
     */
    public LockOutcomeUnknownException(String message, Duration residue, @Nullable Throwable cause) {
        super(message, cause);
        this.residue = residue;
    }

    /**
     * How long an unused grant can block others at most if every withdrawal fails, counted from when the request
     * reaches the store.
     *
     * @return the lease of the request
     */
    public Duration residue() {
        return residue;
    }
}
