// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.exceptions.ConfigurationException;
import jakarta.inject.Singleton;
import java.util.List;

/** The configured store. Immutable. */
@Singleton
public final class ChosenStore {

    private final LockStore store;

    /**
     * Chooses the store.
     *
     * @param configuration the settings
     * @param stores the stores on the class path
     * @throws ConfigurationException if none or several match, or the named one is not on the class path
     */
    ChosenStore(LockConfiguration configuration, List<LockStore> stores) {
        store = new StoreSelector(stores).choose(configuration);
    }

    /**
     * The name of the store in {@code locks.backend}.
     *
     * @return such as {@code redis}
     */
    public String backend() {
        return store.backend();
    }

    LockStore store() {
        return store;
    }
}
