// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockClock;

/**
 * The services of the engine for a backend. Thread-safe. The report methods can be called from any thread and return at
 * once.
 */
public interface BackendContext {

    /**
     * The client's clock, the only source of time for a backend. A store measures leases by its own clock, never by a
     * client's {@link LockClock#wallMillis wall clock}.
     *
     * @return the client's clock
     */
    LockClock clock();

    /**
     * Reports that a granted attempt no longer owns its lock. The report may come before the grant has been returned.
     * Reports about attempts that are not held are ignored.
     *
     * @param id the attempt
     * @param detail the observed cause, in plain text
     */
    void reportLost(AttemptId id, String detail);

    /**
     * Reports that a granted attempt may no longer own its lock. The handle becomes UNCERTAIN, and the client renews at
     * once.
     *
     * @param id the attempt
     * @param detail the observed cause, in plain text
     */
    void reportUncertain(AttemptId id, String detail);

    /**
     * Reports that a caller of another client asked for the lock of a granted attempt. A client that retains the lock
     * then lets it go; one that holds it does not retain it after its release. The report may come before the grant has
     * been returned, and at every such request. Reports about attempts that are not {@link Attempt#recallable()
     * recallable} or have ended are ignored.
     *
     * @param id the attempt
     */
    default void reportWanted(AttemptId id) {
        // A context of a test that retains nothing.
    }

    /**
     * Reports that {@link #reportWanted} may have missed requests of other clients, for any grant so far: after a broken
     * connection, for one. The client lets all retained locks go, and retains no lock that was granted before.
     */
    default void reportMissedRecalls() {
        // A context of a test that retains nothing.
    }
}
