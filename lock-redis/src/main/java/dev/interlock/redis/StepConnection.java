// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** A connection that leads to where the primary was when it was opened. For one step at a time. */
final class StepConnection extends Connection {

    private final HostAndPort address;
    private long usedNanos;

    StepConnection(HostAndPort address, JedisClientConfig config) {
        super(address, config);
        this.address = address;
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
