// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import dev.interlock.spi.StoreOptions;
import java.time.Duration;

/**
 * How many replicas must have a grant, or a renewal, before it counts here. The client asks with {@code WAIT} on the
 * connection of the write, one round trip more. A grant that too few have is given back and refused; a renewal proves
 * nothing then, and the holder relies on what was proven before. Immutable.
 *
 * <p>That makes a grant less likely to be lost in a fail-over. It is no proof: whoever takes over may be a replica that
 * is not among those which answered (<a href="https://redis.io/docs/latest/commands/wait/">WAIT</a> says the same of
 * itself).
 *
 * @param minReplicas [minReplicas] how many, 0 to {@value #MAX_REPLICAS}; 0 asks nobody
 * @param timeout [replicaTimeout] how long they are waited for, by the server's clock, 1 ms to 30 s; what is left of the
 *     step if that is shorter
 */
public record AcknowledgedWrites(int minReplicas, Duration timeout) {

    /** More replicas than anybody has. */
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
