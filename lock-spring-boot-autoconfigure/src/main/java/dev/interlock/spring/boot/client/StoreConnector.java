// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.annotation.client.LazyLockClient;
import dev.interlock.annotation.setting.RequiredCapabilities;
import dev.interlock.spring.boot.config.LockConfigurationException;

/**
 * Connects to a store whose configuration has been checked. Immutable.
 *
 * @param store the store
 * @param required the capabilities that it must have
 * @param options the options of the client
 */
record StoreConnector(StoreSelector.Selected store, RequiredCapabilities required, ClientOptions options) {

    /**
     * Connects and checks the declared capabilities against the required ones. They can differ from those at best: for
     * example, a Redis server may forbid wake-ups.
     *
     * @throws LockException if the store cannot be reached, or lacks something that the backend needs
     * @throws LockConfigurationException if it lacks a capability
     */
    LockClient connect() {
        LockClient client = LockClient.using(store.opening().get(), options);
        try {
            required.check(store.backend(), client.capabilities().declared());
            return client;
        } catch (LockConfigurationException e) {
            client.close();
            throw e;
        }
    }

    /**
     * Connects when the application starts.
     *
     * @param property the property that asks for it
     */
    static void eagerly(LazyLockClient client, String property) {
        try {
            client.connected();
        } catch (LockException e) {
            throw new LockConfigurationException(
                    property + " is true but the store cannot be used: " + e.getMessage(),
                    "Start the store, correct its address, or set " + property + "=false to connect at the first use.",
                    e);
        }
    }
}
