// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;

/** A separate store in which a second server takes over when the granting server dies. It serves for one fail-over. */
public interface FailOver extends AutoCloseable {

    /**
     * Opens a backend on this store, by an address that leads to the server that serves at the time. If the backend
     * declares SURVIVES_FAIL_OVER, the rule requires that the lock survives; otherwise it shows the loss.
     *
     * @return a backend that was not started, and that can keep a lock for {@link LockFixture#restartLease}
     */
    LockBackend openBackend();

    /**
     * Describes {@link #run}.
     *
     * @return such as {@code the leader of three servers was killed}
     */
    String description();

    /**
     * From now on delays the store's changes on their way to the server that will take over, for as long as this store
     * allows. If a confirmed grant may be lost, that is until after the fail-over.
     */
    void holdBack();

    /**
     * Kills the serving server and lets the other server take over. An election may still go on when this method
     * returns.
     */
    void run();

    /** Stops the servers. */
    @Override
    void close();
}
