// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithName;
import java.time.Duration;
import java.util.Optional;

/** The settings of acquisitions. What is not set is inherited. Thread-safe. */
@ConfigGroup
public interface AcquisitionConfig {

    /**
     * How long the store keeps a lock without a renewal. 30s by default.
     *
     * @return the lease, by the store's clock
     */
    Optional<Duration> lease();

    /**
     * How long to wait while another holder has the lock: {@code 0s} is one try, {@code unlimited} is for ever. 10s by
     * default.
     *
     * @return the limit, by this instance's clock
     */
    @WithName("wait")
    Optional<String> maxWait();

    /**
     * The longest hold, renewals included. No cap by default.
     *
     * @return the limit, by this instance's clock
     */
    Optional<Duration> maxHold();

    /**
     * How long a name stays closed after its lock was lost. 0s by default.
     *
     * @return the delay, by the store's clock
     */
    Optional<Duration> lockDelay();

    /**
     * How long the client may keep a lock after its release, until another client asks for it. 0s by default.
     *
     * @return the retention, by this instance's clock
     */
    Optional<Duration> retention();

    /**
     * The pace of attempts.
     *
     * @return the settings
     */
    Optional<Pace> retry();

    /**
     * The bounds of leases that adapt: both or none.
     *
     * @return the settings
     */
    Optional<LeaseBounds> adaptiveLease();

    /** The pace of attempts. Thread-safe. */
    interface Pace {

        /**
         * The first pause. 10ms by default.
         *
         * @return the pause, by this instance's clock
         */
        Optional<Duration> firstPause();

        /**
         * The longest pause. 500ms by default.
         *
         * @return the pause, by this instance's clock
         */
        Optional<Duration> maxPause();

        /**
         * The maximum number of attempts, or {@code unlimited}. No cap by default.
         *
         * @return a number or the word
         */
        Optional<String> maxAttempts();
    }

    /** The bounds of leases that adapt. Thread-safe. */
    interface LeaseBounds {

        /**
         * The shortest lease.
         *
         * @return the lease, by the store's clock
         */
        Optional<Duration> shortest();

        /**
         * The longest lease.
         *
         * @return the lease, by the store's clock
         */
        Optional<Duration> longest();
    }
}
