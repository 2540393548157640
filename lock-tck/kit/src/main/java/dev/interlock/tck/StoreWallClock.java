// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;
import java.time.Duration;

/** A separate store like the fixture's, with a wall clock that a rule can set while locks are held there. */
public interface StoreWallClock extends AutoCloseable {

    /**
     * Opens a backend on this store. If the backend declares SURVIVES_CLOCK_JUMP, the rule requires that the lock
     * survives; otherwise it shows the loss.
     *
     * @return a backend that was not started
     */
    LockBackend openBackend();

    /**
     * Sets the clock of this store only. No other clock changes.
     *
     * @param ahead how far ahead of the true time
     */
    void set(Duration ahead);

    /**
     * Asks the store for its time. Without this check, a clock that was never set would look harmless.
     *
     * @return how far the store's clock is ahead of this machine's wall clock, accurate to a few seconds
     */
    Duration ahead();

    /** Stops the store. */
    @Override
    void close();
}
