// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.spi.toolbox.StoreOptions;
import dev.interlock.spi.toolbox.StoreUri;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The provider of {@code memory:} and {@code memory:NAME}: one store for all clients of this JVM with the same uri. It lives
 * as long as the JVM, so that its tokens keep growing. A {@link MemoryStore} of one's own is another store.
 */
public final class MemoryLockBackendProvider implements LockBackendProvider {

    private static final Map<String, MemoryStore> STORES = new ConcurrentHashMap<>();

    /** For the service loader. */
    public MemoryLockBackendProvider() {
        // Nothing to set up.
    }

    @Override
    public Set<String> schemes() {
        return Set.of("memory:");
    }

    @Override
    public LockBackend open(LockSettings settings) {
        StoreUri uri = StoreUri.parse(settings.uri());
        new StoreOptions(uri.options(), settings.options()).refuseUnknown();
        if (!uri.authority().isEmpty() || uri.user() != null) {
            throw new IllegalArgumentException("a memory uri is 'memory:' or 'memory:NAME' but had a host or a login");
        }
        return STORES.computeIfAbsent(uri.path(), name -> new MemoryStore()).backend();
    }
}
