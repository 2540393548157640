// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockName;
import dev.interlock.spi.LockBackend;

/** A store in the simulated world: its side of the wire, where each step is one moment. */
interface SimulatedStore {

    /** One client's access, which answers at once and never fails: what can go wrong is done to it on the way. */
    LockBackend connect(SimulatedProcess client);

    /** How the holds of a store end without anybody asking for it. */
    enum Holds {
        /** With their lease. */
        BY_LEASE,
        /** With the session of their client, which ends when the store has not heard of it for long. */
        BY_SESSION,
        /** With the connection of their client. */
        BY_CONNECTION
    }

    Holds holds();

    /** It forgets who holds what. */
    void loseData();

    /** Somebody frees a lock there, whoever has it. */
    void free(LockName name);

    /** A server takes over that has not heard of what happened in the last moment; does nothing where none can. */
    default void failOver() {}

    /** Its wall clock is set; does nothing where no lease depends on it. */
    default void jump(long nanos) {}

    /** The connection of a client breaks, or its session ends; does nothing where no hold depends on it. */
    default void disconnect(SimulatedProcess client) {}

    /** Who has which lock now, for people; empty if nobody has any. */
    String held();
}
