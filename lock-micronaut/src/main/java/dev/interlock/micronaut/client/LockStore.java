// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.Capability;
import io.micronaut.context.exceptions.ConfigurationException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kind of store whose module is on the class path. A bean of this type is all that a further backend needs.
 * Thread-safe.
 */
public interface LockStore {

    /**
     * What {@code locks.backend} calls it.
     *
     * @return such as {@code redis}
     */
    String backend();

    /**
     * Whether it serves a connection string.
     *
     * @param uri the value of {@code locks.uri}
     * @return true if its scheme is one of this store
     */
    boolean serves(String uri);

    /**
     * What it reads below {@code locks.} and its name.
     *
     * @return the names without that, such as {@code token-ttl}: all others are refused at the start; empty, if it
     *     looks after them itself
     */
    default Optional<Set<String>> settings() {
        return Optional.empty();
    }

    /**
     * What it may declare as it is configured, at best: the store itself has the last word.
     *
     * @return the capabilities
     * @throws ConfigurationException if a property is wrong
     */
    Set<Capability> capabilities();

    /**
     * Checks the configuration, without I/O.
     *
     * @param uri the value of {@code locks.uri}, or null
     * @return makes backends with that configuration
     * @throws ConfigurationException if a property is wrong or missing, naming it, its value and the remedy
     */
    BackendFactory prepare(@Nullable String uri);
}
