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
}
