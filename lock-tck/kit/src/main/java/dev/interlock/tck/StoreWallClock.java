// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.spi.LockBackend;
import java.time.Duration;

/** A store of its own, like the fixture's, with a wall clock that a rule can set while locks are held there. */
public interface StoreWallClock extends AutoCloseable {

    /**
     * Opens a backend on this store; whether it declares SURVIVES_CLOCK_JUMP says what the rule has to show.
     *
     * @return a backend that was not started
     */
    LockBackend openBackend();

    /**
     * Sets the clock, for the store only: nobody else's clocks move.
     *
     * @param ahead how far ahead of the true time
     */
    void set(Duration ahead);

    /**
     * Asks the store what time it is. Without that a clock that was never set would look harmless.
     *
     * @return how far that is ahead of this machine's wall clock, good to a few seconds
     */
    Duration ahead();

    /** Stops the store. */
    @Override
    void close();
}
