// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.exceptions.ConfigurationException;

/**
 * The way to a store whose configuration was checked. Immutable.
 *
 * @param backend what {@code locks.backend} calls it
 * @param access how to reach it
 * @param requirements what it must be able to do
 * @param options of the client
 */
record Connecting(String backend, StoreAccess access, Requirements requirements, ClientOptions options) {

    /**
     * Checks the configuration, without I/O.
     *
     * @throws ConfigurationException if it says nothing that can work
     */
    static Connecting prepared(LockConfiguration configuration, ChosenStore chosen, ClientOptions options) {
        Requirements requirements = new Requirements(configuration.require());
        requirements.check(chosen.backend(), chosen.store().capabilities());
        StoreAccess access = chosen.store().prepare(configuration.uri());
        return new Connecting(chosen.backend(), access, requirements, options);
    }

    /**
     * Connects, and compares what the store says of itself with what is required: Redis, for one, may forbid the
     * signals.
     *
     * @throws LockException if the store cannot be reached, or refuses what a backend needs
     * @throws ConfigurationException if it lacks a capability
     */
    LockClient connect() {
        LockClient client = LockClient.using(access.open(), options);
        try {
            requirements.check(backend, client.capabilities().declared());
            return client;
        } catch (ConfigurationException e) {
            client.close();
            throw e;
        }
    }

    /** Connects at the start of the context. */
    void eagerly(LazyLockClient client) {
        try {
            client.connected();
        } catch (LockException e) {
            throw new ConfigurationException(
                    LockConfiguration.EAGER + " is true but the store cannot be used: " + e.getMessage()
                            + "; start it, correct its address, or set " + LockConfiguration.EAGER
                            + "=false to connect at the first use",
                    e);
        }
    }
}
