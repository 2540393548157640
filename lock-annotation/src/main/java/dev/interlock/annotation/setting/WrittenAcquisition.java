// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The settings of acquisitions as a configuration has them; null is not set. Thread-safe. */
public interface WrittenAcquisition {

    /**
     * How long the store keeps a lock without a renewal.
     *
     * @return the lease, by the store's clock
     */
    @Nullable
    Duration lease();

    /**
     * How long to wait while another holder has the lock.
     *
     * @return a duration as the framework writes it, or {@code unlimited}
     */
    @Nullable
    String maxWait();

    /**
     * The longest hold, renewals included.
     *
     * @return the limit, by this instance's clock
     */
    @Nullable
    Duration maxHold();

    /**
     * How long a name stays closed after its lock was lost.
     *
     * @return the delay, by the store's clock
     */
    @Nullable
    Duration lockDelay();

    /**
     * How long the client may keep a lock after its release.
     *
     * @return the retention, by this instance's clock
     */
    @Nullable
    Duration retention();

    /**
     * The pace of attempts.
     *
     * @return the settings
     */
    @Nullable
    Pace retry();

    /**
     * The bounds of leases that adapt.
     *
     * @return both, or none
     */
    @Nullable
    LeaseBounds adaptiveLease();

    /** The pace of attempts; null is not set. Thread-safe. */
    interface Pace {

        /**
         * The first pause.
         *
         * @return the pause, by this instance's clock
         */
        @Nullable
        Duration firstPause();

        /**
         * The longest pause.
         *
         * @return the pause, by this instance's clock
         */
        @Nullable
        Duration maxPause();

        /**
         * The maximum number of attempts.
         *
         * @return a number, or {@code unlimited}
         */
        @Nullable
        String maxAttempts();
    }

    /** The bounds of leases that adapt; null is not set. Thread-safe. */
    interface LeaseBounds {

        /**
         * The shortest lease.
         *
         * @return the lease, by the store's clock
         */
        @Nullable
        Duration shortest();

        /**
         * The longest lease.
         *
         * @return the lease, by the store's clock
         */
        @Nullable
        Duration longest();
    }
}
