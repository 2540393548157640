// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** A connection that leads to where the primary was when it was opened. For one step at a time. */
final class StepConnection extends Connection {

    private final HostAndPort address;
    private final @Nullable StepLimit openedIn;
    private final int silencesBefore;
    private long usedNanos;

    /**
     * Opens it.
     *
     * @param openedIn the step that opens it, null if none does
     * @param silencesBefore how many connections to the server had gone silent by now
     */
    StepConnection(HostAndPort address, JedisClientConfig config, @Nullable StepLimit openedIn, int silencesBefore) {
        super(address, config);
        this.address = address;
        this.openedIn = openedIn;
        this.silencesBefore = silencesBefore;
    }

    /** Whether the step opened it, so that the server has just answered on it. */
    boolean isOpenedIn(StepLimit step) {
        return openedIn == step;
    }

    int silencesBefore() {
        return silencesBefore;
    }

    HostAndPort address() {
        return address;
    }

    /** A step has ended on it. */
    void used(long nowNanos) {
        usedNanos = nowNanos;
    }

    /** For how long no step has. */
    long unusedNanos(long nowNanos) {
        return nowNanos - usedNanos;
    }
}
