// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * A thread unlocked a {@link LockView} whose hold had been lost. That level of nesting has ended; outer levels must
 * still be unlocked. The class extends {@link IllegalMonitorStateException}, as
 * {@link java.util.concurrent.locks.Lock#unlock} suggests.
 */
public final class LockNotHeldException extends IllegalMonitorStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the lock, the store and the observed cause
     */
    public LockNotHeldException(String message) {
        super(message);
    }
}
