// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;

/** A store of its own where another server takes over when the one that grants the locks dies; for one fail-over. */
public interface FailOver extends AutoCloseable {

    /**
     * Opens a backend on this store, by an address that leads to whichever server serves. Whether it declares
     * SURVIVES_FAIL_OVER says what the rule has to show.
     *
     * @return a backend that was not started, and that can keep a lock for {@link LockFixture#restartLease}
     */
    LockBackend openBackend();

    /**
     * What {@link #run} does.
     *
     * @return such as {@code the leader of three servers was killed}
     */
    String description();

    /**
     * Delays what the store is told from now on, on its way to the server that will take over, as long as this store
     * allows: until after the fail-over if a confirmed grant may be lost.
     */
    void holdBack();

    /** Kills the server that serves and lets the other one take over; an election may go on when this returns. */
    void run();

    /** Stops the servers. */
    @Override
    void close();
}
