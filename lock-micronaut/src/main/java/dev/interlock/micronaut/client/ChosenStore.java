// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.exceptions.ConfigurationException;
import jakarta.inject.Singleton;
import java.util.List;

/** The store that the configuration means. Immutable. */
@Singleton
public final class ChosenStore {

    private final LockStore store;

    /**
     * Chooses.
     *
     * @param configuration what is said about it
     * @param stores what is on the class path
     * @throws ConfigurationException if none or several remain, or the named one is not there
     */
    ChosenStore(LockConfiguration configuration, List<LockStore> stores) {
        store = new StoreSelector(stores).choose(configuration);
    }

    /**
     * What {@code locks.backend} calls it.
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
