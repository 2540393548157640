// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.memory;

import dev.interlock.Capability;
import dev.interlock.LockSettings;
import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.memory.MemoryLockBackendProvider;
import dev.interlock.memory.MemoryStore;
import dev.interlock.micronaut.client.BackendFactory;
import dev.interlock.micronaut.client.LockStore;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.exceptions.ConfigurationException;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in this JVM: {@code memory:} is a separate store for each context, {@code memory:NAME} is shared by all
 * contexts that use the name.
 */
@Singleton
final class MemoryLockStore implements LockStore {

    private static final String SCHEME = "memory:";

    @Override
    public String backend() {
        return "memory";
    }

    @Override
    public boolean serves(String uri) {
        return uri.startsWith(SCHEME);
    }

    @Override
    public Optional<Set<String>> settings() {
        return Optional.of(Set.of());
    }

    @Override
    public Set<Capability> capabilities() {
        return KnownBackend.MEMORY.capabilities();
    }

    @Override
    public BackendFactory prepare(@Nullable String uri) {
        if (uri == null) {
            return () -> new MemoryStore().backend();
        }
        LockSettings settings = LockSettings.of(uri);
        MemoryLockBackendProvider provider = new MemoryLockBackendProvider();
        try {
            provider.open(settings).close();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(LockConfiguration.URI + ": " + e.getMessage(), e);
        }
        return () -> provider.open(settings);
    }
}
