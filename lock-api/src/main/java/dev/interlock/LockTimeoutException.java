// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * Another hold of the lock lasted until the wait limit (or the cap on attempts) was reached. This call did not get it.
 * If the other hold is one of the same client, the message says so, with its thread: whoever has a handle and acquires
 * the lock again waits for itself.
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
