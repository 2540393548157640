// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * The registration of a thread that is to be interrupted when it loses a lock: it lasts from
 * {@link LockHold#interruptOnLoss} until {@link #close}. Thread-safe.
 */
public interface LossInterrupt extends AutoCloseable {

    /**
     * Ends the registration; later calls have no effect. After this method has returned, the client does not interrupt
     * the thread because of this registration.
     *
     * <p>If the client has interrupted the thread, and that thread calls this method, the method clears its interrupt
     * flag. So an interrupt that the work did not consume, or that it set again, does not reach the code after it. A call
     * by another thread clears nothing, and leaves that to a later call by the thread itself.
     *
     * <p>If the flag was already set by other code when the lock was lost, the client sends no interrupt and this method
     * leaves the flag alone. An interrupt that comes after the client's, by other code or because of another lost lock,
     * cannot be told apart. This method clears it too.
     */
    @Override
    void close();
}
