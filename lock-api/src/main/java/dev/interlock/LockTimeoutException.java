// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * The lock was held by others until the wait limit (or the cap on attempts) was reached. It is not held by this caller.
 */
public final class LockTimeoutException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which lock, which store, how long and how often it was tried
     */
    public LockTimeoutException(String message) {
        super(message, null);
    }
}
