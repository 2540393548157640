// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.exceptions.ConfigurationException;

/**
 * Connects to a store whose configuration was checked. Immutable.
 *
 * @param backend what {@code locks.backend} calls it
 * @param factory makes its backend
 * @param required what it must be able to do
 * @param options of the client
 */
record StoreConnector(String backend, BackendFactory factory, RequiredCapabilities required, ClientOptions options) {

    /**
     * Checks the configuration, without I/O.
     *
     * @throws ConfigurationException if it says nothing that can work
     */
    static StoreConnector prepared(LockConfiguration configuration, ChosenStore chosen, ClientOptions options) {
        RequiredCapabilities required = new RequiredCapabilities(configuration.require());
        required.check(chosen.backend(), chosen.store().capabilities());
        BackendFactory factory = chosen.store().prepare(configuration.uri());
        return new StoreConnector(chosen.backend(), factory, required, options);
    }

    /**
     * Connects, and compares what the store says of itself with what is required: Redis, for one, may forbid the
     * signals.
     *
     * @throws LockException if the store cannot be reached, or refuses what a backend needs
     * @throws ConfigurationException if it lacks a capability
     */
    LockClient connect() {
        LockClient client = LockClient.using(factory.open(), options);
        try {
            required.check(backend, client.capabilities().declared());
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
