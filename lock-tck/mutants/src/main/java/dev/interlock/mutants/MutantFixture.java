// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StandaloneContext;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingFailOver;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.forward.ForwardingWallClock;
import dev.interlock.tck.hosted.BackendHost;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.process.ClientSource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A fixture in which one layer is broken: the backend (on the near side of a link), the engine (what it asks its backend, seen
 * through whatever a rule put between them) or the client. A broken store is a {@link
 * dev.interlock.tck.memory.MemoryFixture} of its own.
 *
 * @param base the sound fixture
 * @param backends what is done to every backend
 * @param engines what is done to a backend just before a client takes it
 * @param clients what is done to every client
 */
public record MutantFixture(
        LockFixture base,
        UnaryOperator<LockBackend> backends,
        UnaryOperator<LockBackend> engines,
        UnaryOperator<LockClient> clients)
        implements LockFixture {

    /** Mutants fail by waiting in vain, so this is what most of them cost. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /**
     * A fixture that is broken already, with the patience of a mutant.
     *
     * @param broken the fixture
     * @return the same, less patient
     */
    public static MutantFixture of(LockFixture broken) {
        return new MutantFixture(broken, backend -> backend, backend -> backend, client -> client);
    }

    /**
     * A fixture with a broken store: broken behind the links, for all who come along.
     *
     * @param defect what is done to every backend, and the store behind it
     * @return the broken fixture
     */
    public static MutantFixture ofStore(BiFunction<? super LockBackend, MemoryStore, LockBackend> defect) {
        return of(new MemoryFixture(defect));
    }

    /**
     * A fixture with a broken engine, as far as its backend can tell.
     *
     * @param base the sound fixture
     * @param defect stands between the engine and its backend
     * @return the broken fixture
     */
    public static MutantFixture ofEngines(LockFixture base, UnaryOperator<LockBackend> defect) {
        return new MutantFixture(base, backend -> backend, defect, client -> client);
    }

    /**
     * A fixture with broken backends.
     *
     * @param base the sound fixture
     * @param defect what is done to every backend
     * @return the broken fixture
     */
    public static MutantFixture ofBackends(LockFixture base, UnaryOperator<LockBackend> defect) {
        return new MutantFixture(base, defect, backend -> backend, client -> client);
    }

    /**
     * A fixture with broken clients.
     *
     * @param base the sound fixture
     * @param defect what is done to every client
     * @return the broken fixture
     */
    public static MutantFixture ofClients(LockFixture base, UnaryOperator<LockClient> defect) {
        return new MutantFixture(base, backend -> backend, backend -> backend, defect);
    }

    /**
     * A fixture with broken locks.
     *
     * @param base the sound fixture
     * @param defect what is done to every lock
     * @return the broken fixture
     */
    public static MutantFixture ofLocks(LockFixture base, UnaryOperator<DistributedLock> defect) {
        return ofClients(base, client -> new ForwardingClient(client) {
            @Override
            public DistributedLock lock(String name) {
                return defect.apply(super.lock(name));
            }
        });
    }

    /**
     * A fixture with broken handles.
     *
     * @param base the sound fixture
     * @param defect what is done to every handle
     * @return the broken fixture
     */
    public static MutantFixture ofHandles(LockFixture base, UnaryOperator<LockHandle> defect) {
        return ofLocks(base, lock -> new ForwardingLock(lock) {
            @Override
            protected LockHandle decorated(LockHandle handle) {
                return defect.apply(handle);
            }
        });
    }

    /**
     * A fixture with broken views.
     *
     * @param base the sound fixture
     * @param defect makes the broken view of a lock and its sound view
     * @return the broken fixture
     */
    public static MutantFixture ofViews(LockFixture base, Function<LockView, LockView> defect) {
        return ofLocks(base, lock -> new ForwardingLock(lock) {
            @Override
            protected LockView decorated(LockView view) {
                return defect.apply(view);
            }
        });
    }

    @Override
    public LockBackend openBackend() {
        return backends.apply(base.openBackend());
    }

    @Override
    public LockClient open(LockBackend backend, ClientOptions options) {
        return clients.apply(base.open(engines.apply(backend), options));
    }

    @Override
    public String description() {
        return base.description();
    }

    @Override
    public Duration patience() {
        return PATIENCE;
    }

    @Override
    public String uniqueName() {
        return base.uniqueName();
    }

    @Override
    public Duration longLease() {
        return base.longLease();
    }

    @Override
    public Optional<StoreHooks> store() {
        return base.store();
    }

    @Override
    public Optional<Runnable> restart() {
        return base.restart();
    }

    @Override
    public Duration restartLease() {
        return base.restartLease();
    }

    @Override
    public LockBackend openForRestart() {
        return backends.apply(base.openForRestart());
    }

    @Override
    public Optional<FaultLink> link() {
        return base.link().map(link -> new MutantLink(link, backends));
    }

    @Override
    public Optional<StoreWallClock> wallClock() {
        return base.wallClock().map(clock -> new ForwardingWallClock(clock) {
            @Override
            public LockBackend openBackend() {
                return backends.apply(super.openBackend());
            }
        });
    }

    @Override
    public Optional<FailOver> failOver() {
        return base.failOver().map(failOver -> new ForwardingFailOver(failOver) {
            @Override
            public LockBackend openBackend() {
                return backends.apply(super.openBackend());
            }
        });
    }

    /** Client processes are sound programs; their backends are the broken ones of this JVM. */
    @Override
    public Optional<ClientSource> processes() {
        return Optional.of(
                BackendHost.start(this::openBackend, StandaloneContext::new).clients());
    }
}
