// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import org.jspecify.annotations.Nullable;

/**
 * The store could not serve the request: down, read-only, out of memory, refusing the login, holding foreign data under
 * our key. An acquisition that ends with it has surely not acquired the lock.
 */
public final class LockUnavailableException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which lock, which store (never a password), what was observed and the way out
     * @param cause what the driver threw, or null
     */
    public LockUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
