// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import redis.clients.jedis.HostAndPort;

/** The address of the server that takes writes: a fixed one, or the one that the Sentinels name. Thread-safe. */
sealed interface PrimaryAddress extends AutoCloseable permits PrimaryAddress.Fixed, SentinelAddress {

    /**
     * Learns the address.
     *
     * @throws dev.interlock.LockUnavailableException if no Sentinel can be asked, or none knows it
     */
    void open();

    /** As far as is known now; without I/O. */
    HostAndPort now();

    @Override
    void close();

    /** One that the configuration names. */
    record Fixed(HostAndPort now) implements PrimaryAddress {

        @Override
        public void open() {
            // It is known.
        }

        @Override
        public void close() {
            // Nothing was asked.
        }
    }
}
