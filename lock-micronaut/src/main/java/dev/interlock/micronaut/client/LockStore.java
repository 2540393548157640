// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.Capability;
import io.micronaut.context.exceptions.ConfigurationException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A kind of store whose module is on the class path. A further backend needs only a bean of this type. Thread-safe. */
public interface LockStore {

    /**
     * The name of the store in {@code locks.backend}.
     *
     * @return such as {@code redis}
     */
    String backend();

    /**
     * Returns whether this store supports a connection string.
     *
     * @param uri the value of {@code locks.uri}
     * @return true if its scheme belongs to this store
     */
    boolean serves(String uri);

    /**
     * The settings that this store reads below {@code locks.} and its name.
     *
     * @return the names without that prefix, such as {@code token-ttl}. Others are rejected at startup. Empty if the
     *     store checks its settings itself.
     */
    default Optional<Set<String>> settings() {
        return Optional.empty();
    }

    /**
     * The capabilities that the store can declare at best with this configuration. The running store decides.
     *
     * @return the capabilities
     * @throws ConfigurationException if a property is wrong
     */
    Set<Capability> capabilities();

    /**
     * Checks the configuration. No I/O.
     *
     * @param uri the value of {@code locks.uri}, or null
     * @return creates backends with that configuration
     * @throws ConfigurationException if a property is not valid or missing. The message names it, its value and the
     *     remedy.
     */
    BackendFactory prepare(@Nullable String uri);
}
