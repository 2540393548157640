// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * Another holder kept the lock until the wait limit or the cap on attempts. This call did not acquire it. If that
 * holder belongs to the same client, the message says so and names its thread. A caller that has a handle and acquires
 * the same lock again waits for itself.
 */
public final class LockTimeoutException extends LockException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the lock, the store, the waiting time and the number of attempts
     */
    public LockTimeoutException(String message) {
        super(message, null);
    }
}
