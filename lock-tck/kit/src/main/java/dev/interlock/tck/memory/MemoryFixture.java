// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.LockName;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreDamage;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreTrouble;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** A store in memory with every hook. */
public final class MemoryFixture implements LockFixture {

    private static final Duration REPLY_TIMEOUT = Duration.ofMillis(250);

    private final MemoryStore store = new MemoryStore();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final MemoryDamage damage = new MemoryDamage();
    private final BiFunction<? super LockBackend, MemoryStore, LockBackend> server;

    /** Creates a fixture with a new store. */
    public MemoryFixture() {
        this((backend, store) -> backend);
    }

    /**
     * Creates a fixture with a store that behaves differently, for mutants.
     *
     * @param server decorates every backend, behind the link
     */
    public MemoryFixture(BiFunction<? super LockBackend, MemoryStore, LockBackend> server) {
        this.server = server;
    }

    @Override
    public LockBackend openBackend() {
        return server.apply(noted(), store);
    }

    private LockBackend noted() {
        return new NotedBackend(damage.over(store.backend()), asked);
    }

    @Override
    public String description() {
        return "memory";
    }

    @Override
    public Optional<StoreHooks> storeHooks() {
        return Optional.of(new Hooks(store, asked));
    }

    /** Returns a restart that empties the store, because memory has no disk. */
    @Override
    public Optional<Runnable> restart() {
        return Optional.of(store::clear);
    }

    @Override
    public Optional<FaultLink> link() {
        return Optional.of(new GatedLink(this::openBackend, REPLY_TIMEOUT));
    }

    @Override
    public List<StoreTrouble> troubles() {
        return Stream.of(false, true)
                .<StoreTrouble>map(mayExecute ->
                        new MemoryTrouble(this::noted, backend -> server.apply(backend, store), mayExecute))
                .toList();
    }

    @Override
    public List<StoreDamage> damages() {
        return List.of(damage.damage(asked::contains));
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        return Optional.of(new MemoryWallClock(this::openBackend));
    }

    @Override
    public Optional<FailOver> failOver() {
        // A separate store: a loss in it must not affect rules that run at the same time.
        MemoryStore another = new MemoryStore();
        return Optional.of(new MemoryFailOver(another, () -> server.apply(another.backend(), another)));
    }

    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(BackendHost.start(this::openBackend).clients());
    }

    private record Hooks(MemoryStore store, Set<String> asked) implements StoreHooks {

        @Override
        public boolean hasOwner(String name) {
            try (LockBackend operator = store.backend()) {
                operator.start(new StandaloneContext());
                return operator.inspect(new LockName(name)).isPresent();
            }
        }

        @Override
        public void expire(String name) {
            store.expire(name);
        }

        @Override
        public Optional<Boolean> hasTrace(String name) {
            return Optional.of(asked.contains(name));
        }

        @Override
        public void deleteLocks() {
            store.clear();
        }

        @Override
        public void loseData() {
            store.clear();
        }
    }
}
