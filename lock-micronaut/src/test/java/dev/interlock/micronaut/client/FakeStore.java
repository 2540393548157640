// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.Capability;
import dev.interlock.LockUnavailableException;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.LockBackend;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A store that counts connects, can be out of reach, can lack a class, and can interrupt a connecting thread. As a bean it
 * is the backend {@code fake}.
 */
@Singleton
@Requires(property = "test.fake-store", value = "true")
final class FakeStore implements LockStore {

    final AtomicInteger opened = new AtomicInteger();
    volatile boolean unreachable;
    volatile boolean incomplete;
    volatile boolean interrupting;
    volatile boolean openedInterrupted;
    private final String backend;
    private final Set<Capability> capabilities;

    FakeStore() {
        this("fake", EnumSet.allOf(Capability.class));
    }

    FakeStore(String backend, Set<Capability> capabilities) {
        this.backend = backend;
        this.capabilities = capabilities;
    }

    @Override
    public String backend() {
        return backend;
    }

    @Override
    public boolean serves(String uri) {
        return uri.startsWith(backend + ":");
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public BackendFactory prepare(@Nullable String uri) {
        return this::open;
    }

    private LockBackend open() {
        opened.incrementAndGet();
        openedInterrupted = Thread.currentThread().isInterrupted();
        if (interrupting) {
            Thread.currentThread().interrupt();
        }
        if (unreachable) {
            throw new LockUnavailableException("fake is out of reach", null);
        }
        if (incomplete) {
            throw new NoClassDefFoundError("Driver");
        }
        return new MemoryStore().backend();
    }
}
