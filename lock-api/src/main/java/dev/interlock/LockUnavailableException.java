// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import org.jspecify.annotations.Nullable;

/**
 * The store could not serve the request: it is down, read-only or out of memory, rejects the login, or holds foreign
 * data under the key of the lock. An acquisition that fails with it has not acquired the lock.
 */
public final class LockUnavailableException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the lock, the store (never a password), the observed cause and the way out
     * @param cause the exception of the driver, or null
     */
    public LockUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
