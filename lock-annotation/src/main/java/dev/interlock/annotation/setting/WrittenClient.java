// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of a client as a configuration has them; null is not set. Thread-safe. */
public interface WrittenClient extends WrittenAcquisition {

    /**
     * A text for operators, stored with each lock.
     *
     * @return the text
     */
    @Nullable
    String holderHint();

    /**
     * The maximum number of renewal threads.
     *
     * @return the number
     */
    @Nullable
    Integer renewalThreads();

    /**
     * The limits of hand-off among the waiters of this instance.
     *
     * @return the settings
     */
    @Nullable
    HandOffBounds handOff();

    /**
     * How long the client may take to close.
     *
     * @return the limit, by this instance's clock
     */
    @Nullable
    Duration closeTimeout();

    /**
     * How long work that holds a lock may go on then.
     *
     * @return the limit, by this instance's clock
     */
    @Nullable
    Duration closeGrace();

    /**
     * The settings of single locks and families of locks.
     *
     * @return the settings by the name of their block
     */
    Map<String, ? extends WrittenFamily> named();

    /** The limits of hand-off; null is not set. Thread-safe. */
    interface HandOffBounds {

        /**
         * How many hand-offs follow one grant of the store.
         *
         * @return the number
         */
        @Nullable
        Integer most();

        /**
         * How long after the grant.
         *
         * @return the limit, by this instance's clock
         */
        @Nullable
        Duration within();
    }
}
