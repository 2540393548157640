// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockName;
import dev.interlock.spi.LockBackend;
import org.jspecify.annotations.Nullable;

/** A store in the simulated world: its side of the wire, where each step is one moment. */
interface SimulatedStore {

    /** One client's access, which answers at once and never fails: faults happen on the wire. */
    LockBackend connect(SimulatedProcess client);

    /** The records of locks that several may hold, if their steps are the clients'; null if the store does them, or none. */
    default @Nullable RecordTable records() {
        return null;
    }

    /** How the holds of a store end without a release. */
    enum Holds {
        /** With their lease. */
        BY_LEASE,
        /** With the session of their client, which ends when the client has been silent for long. */
        BY_SESSION,
        /** With the connection of their client. */
        BY_CONNECTION
    }

    Holds holds();

    /** The store loses its locks and queues. */
    void loseData();

    /** An administrator frees a lock in the store, whichever client has it. */
    void free(LockName name);

    /** A server takes over that lacks the changes of the last moment; does nothing where no server can take over. */
    default void failOver() {}

    /** Its wall clock is set; returns whether any lease depends on it. */
    default boolean jump(long nanos) {
        return false;
    }

    /** The connection of a client breaks, or its session ends; does nothing where no hold depends on it. */
    default void disconnect(SimulatedProcess client) {}

    /** The locks that are held now and their holders, for display; empty if there are none. */
    String held();
}
