// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

/**
 * Notices that a held lock is gone from the store without a request of its holder: deleted by an operator, flushed, or
 * forgotten. The engine has only those locks watched whose hold has lasted for a tenth of a second, so that a lock that
 * is free again sooner pays nothing. Thread-safe; both methods return at once and do not throw.
 */
public interface LossWatch {

    /**
     * Begins to watch a granted lock. Until {@link #end}, the backend calls {@link BackendContext#reportLost} as soon as
     * the attempt owns the lock no longer, even if that was so before this call. A watch that breaks, with a connection
     * say, is set up again, and what happened meanwhile is looked up then.
     *
     * @param grant what the store granted
     */
    void begin(Grant grant);

    /**
     * Ends the watch, because the hold has ended: perhaps at the same time as a report about it, and perhaps twice.
     *
     * @param grant the same as at its begin
     */
    void end(Grant grant);
}
