// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.annotation.client.LazyLockClient;
import dev.interlock.annotation.setting.RequiredCapabilities;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.exceptions.ConfigurationException;

/**
 * Connects to a store whose configuration has been checked. Immutable.
 *
 * @param backend the name of the store in {@code locks.backend}
 * @param factory creates its backend
 * @param required the capabilities that the store must have
 * @param options the options of the client
 */
record StoreConnector(String backend, BackendFactory factory, RequiredCapabilities required, ClientOptions options) {

    /**
     * Checks the configuration. No I/O.
     *
     * @throws ConfigurationException if it cannot work
     */
    static StoreConnector prepared(LockConfiguration configuration, ChosenStore chosen, ClientOptions options) {
        RequiredCapabilities required = new RequiredCapabilities(
                LockConfiguration.REQUIRE,
                configuration.require(),
                (property, found, remedy, cause) -> new ConfigurationException(found + ". " + remedy, cause));
        required.check(chosen.backend(), chosen.store().capabilities());
        BackendFactory factory = chosen.store().prepare(configuration.uri());
        return new StoreConnector(chosen.backend(), factory, required, options);
    }

    /**
     * Connects and checks the declared capabilities against the required ones. They can differ at run time: for
     * example, a Redis server may forbid wake-ups.
     *
     * @throws LockException if the store cannot be reached, or lacks something that the backend needs
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

    /** Connects when the context starts. */
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
