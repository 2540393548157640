// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.migrate;

import dev.interlock.Capability;
import dev.interlock.micronaut.client.BackendFactory;
import dev.interlock.micronaut.client.LockStore;
import dev.interlock.micronaut.client.StoreProperties;
import dev.interlock.micronaut.config.LockConfiguration;
import dev.interlock.migrate.MigrateBackendProvider;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.value.PropertyResolver;
import jakarta.inject.Singleton;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps locks in the two stores of a move, or in its new one, as {@code locks.uri} says. */
@Singleton
@Requires(classes = MigrateBackendProvider.class)
final class MigrateLockStore implements LockStore {

    /** The options in {@code locks.migrate.*}: logins, which do not belong into a uri. */
    static final List<String> OPTIONS = List.of("from.user", "from.password", "to.user", "to.password");

    private static final String BLOCK = LockConfiguration.PREFIX + ".migrate";
    private static final String SCHEME = "migrate:";

    private final StoreProperties block;

    MigrateLockStore(PropertyResolver properties) {
        this.block = new StoreProperties(properties, BLOCK, "", OPTIONS);
    }

    @Override
    public String backend() {
        return "migrate";
    }

    @Override
    public boolean serves(String uri) {
        return uri.startsWith(SCHEME);
    }

    @Override
    public Optional<Set<String>> settings() {
        return Optional.of(StoreProperties.names(OPTIONS));
    }

    /** Those of the two stores, which only the running client knows. */
    @Override
    public Set<Capability> capabilities() {
        return EnumSet.allOf(Capability.class);
    }

    @Override
    public BackendFactory prepare(@Nullable String uri) {
        if (uri == null) {
            throw new ConfigurationException(
                    LockConfiguration.BACKEND + " is 'migrate' but nothing names the stores: set "
                            + LockConfiguration.URI + ", such as migrate:from=redis://a&to=redis://b&phase=both");
        }
        return block.backendFactory(new MigrateBackendProvider(), LockConfiguration.URI, uri);
    }
}
