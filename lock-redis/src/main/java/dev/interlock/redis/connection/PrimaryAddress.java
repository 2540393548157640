// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import redis.clients.jedis.HostAndPort;

/** Where the server is that takes writes: one that never moves, or whom the Sentinels name. Thread-safe. */
sealed interface PrimaryAddress extends AutoCloseable permits PrimaryAddress.Fixed, SentinelAddress {

    /**
     * Makes it known.
     *
     * @throws dev.interlock.LockUnavailableException if nobody can be asked, or nobody knows it
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
            // Nobody was asked.
        }
    }
}
