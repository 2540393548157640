// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import dev.interlock.spi.toolbox.StoreOptions;
import java.time.Duration;

/**
 * How many replicas must acknowledge a grant or a renewal before it counts. The client asks with {@code WAIT} on the
 * connection of the write, which is one round trip more. If too few replicas have a grant, the client releases it, and
 * the acquisition fails with {@link dev.interlock.LockUnavailableException}. If too few have a renewal, the holder
 * keeps the lease that it had before. Immutable.
 *
 * <p>Acknowledgements make it less likely that a failover loses a grant. They are no proof, because the new primary may
 * be a replica that did not answer (<a href="https://redis.io/docs/latest/commands/wait/">WAIT</a> documents the same).
 *
 * @param minReplicas [minReplicas] the number of replicas, 0 to {@value #MAX_REPLICAS}; 0 asks no replica
 * @param timeout [replicaTimeout] the longest wait for them, by the server's clock, 1 ms to 30 s; shorter if the time
 *     limit of the step ends before
 */
public record AcknowledgedWrites(int minReplicas, Duration timeout) {

    /** The greatest number of replicas: more than any server has. */
    public static final int MAX_REPLICAS = 100;

    static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    static final Duration MAX_TIMEOUT = Duration.ofSeconds(30);

    /** The primary alone decides; if asked for, replicas have half a second. */
    public static final AcknowledgedWrites NONE = new AcknowledgedWrites(0, Duration.ofMillis(500));

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
     */
    public AcknowledgedWrites {
        StoreOptions.requireBetween("minReplicas", minReplicas, 0, MAX_REPLICAS);
        StoreOptions.requireBetween("replicaTimeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
    }
}
