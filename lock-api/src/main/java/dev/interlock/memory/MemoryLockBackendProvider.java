// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LockBackendProvider;
import dev.interlock.spi.StoreOptions;
import dev.interlock.spi.StoreUri;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The provider of {@code memory:} (a separate store for each client) and {@code memory:NAME} (one store for all clients
 * of this JVM with that name, dropped with the last of them).
 */
public final class MemoryLockBackendProvider implements LockBackendProvider {

    private static final Map<String, Shared> NAMED = new ConcurrentHashMap<>();

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
        return uri.path().isEmpty() ? new MemoryStore().backend() : shared(uri.path());
    }

    private static LockBackend shared(String name) {
        Shared shared = NAMED.compute(
                name,
                (key, known) ->
                        known == null ? new Shared(new MemoryStore(), 1) : new Shared(known.store, known.users + 1));
        AtomicBoolean closed = new AtomicBoolean();
        return new MemoryLockBackend(shared.store, () -> {
            if (closed.compareAndSet(false, true)) {
                NAMED.computeIfPresent(
                        name, (key, known) -> known.users == 1 ? null : new Shared(known.store, known.users - 1));
            }
        });
    }

    private record Shared(MemoryStore store, int users) {}
}
