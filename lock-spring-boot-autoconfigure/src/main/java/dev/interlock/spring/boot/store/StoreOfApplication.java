// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import dev.interlock.spi.LockBackend;
import dev.interlock.spring.boot.config.LockConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A kind of store that an application can have configured for itself, by a bean. Thread-safe. */
public interface StoreOfApplication {

    /**
     * The name of the store in {@code interlock.backend}.
     *
     * @return such as {@code redis}
     */
    String backend();

    /**
     * The beans that this application has.
     *
     * @return their names; empty if the application has no such store
     */
    List<String> beans();

    /**
     * What the beans are.
     *
     * @return such as {@code DataSource}, for messages
     */
    String kind();

    /**
     * Checks the options, and prepares a backend on a bean. No I/O.
     *
     * @param bean the name of the bean; null selects the one named {@code locks}, or the only or primary one
     * @param options options of the store by name
     * @return creates backends, which have not been started
     * @throws LockConfigurationException if no bean has that name, or nothing selects one of several
     * @throws IllegalArgumentException if the store refuses an option
     */
    Supplier<LockBackend> prepare(@Nullable String bean, Map<String, String> options);
}
