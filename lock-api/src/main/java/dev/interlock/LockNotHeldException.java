// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * The thread unlocks a {@link LockView} whose hold was lost meanwhile. A subclass of
 * {@link IllegalMonitorStateException}, as the contract of {@link java.util.concurrent.locks.Lock#unlock} suggests; the
 * hold count is gone when it is thrown.
 */
public final class LockNotHeldException extends IllegalMonitorStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which lock, which store, what was observed
     */
    public LockNotHeldException(String message) {
        super(message);
    }
}
