// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.ForwardingLink;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.process.BackendHost;
import dev.interlock.tck.process.ProcessAccess;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A fixture with one broken layer: the backend (on the near side of a link), the engine (its requests to its backend,
 * after everything that a rule put between them) or the client. A broken store is a separate
 * {@link dev.interlock.tck.memory.MemoryFixture}.
 */
public final class MutantFixture extends ForwardingFixture {

    /** Most mutants fail after waiting in vain for this time, so it is their cost. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final LockFixture base;
    private final UnaryOperator<LockBackend> backends;
    private final UnaryOperator<LockBackend> engines;
    private final UnaryOperator<LockClient> clients;

    /**
     * Creates a fixture with a defect for every backend, one for each backend just before a client takes it, and one
     * for every client.
     */
    private MutantFixture(
            LockFixture base,
            UnaryOperator<LockBackend> backends,
            UnaryOperator<LockBackend> engines,
            UnaryOperator<LockClient> clients) {
        super(base);
        this.base = base;
        this.backends = backends;
        this.engines = engines;
        this.clients = clients;
    }

    /**
     * Creates a fixture that is broken already, with the patience of a mutant.
     *
     * @param broken the fixture
     * @return the same fixture with less patience
     */
    public static MutantFixture of(LockFixture broken) {
        return new MutantFixture(broken, backend -> backend, backend -> backend, client -> client);
    }

    /**
     * Creates a fixture with a broken store. The store is broken behind the links, for all clients.
     *
     * @param defect decorates every backend, given the store behind it
     * @return the broken fixture
     */
    public static MutantFixture ofStore(BiFunction<? super LockBackend, MemoryStore, LockBackend> defect) {
        return of(new MemoryFixture(defect));
    }

    /**
     * Creates a fixture with a broken engine, as far as its backend can see it.
     *
     * @param base the sound fixture
     * @param defect stands between the engine and its backend
     * @return the broken fixture
     */
    public static MutantFixture ofEngines(LockFixture base, UnaryOperator<LockBackend> defect) {
        return new MutantFixture(base, backend -> backend, defect, client -> client);
    }

    /**
     * Creates a fixture with broken backends.
     *
     * @param base the sound fixture
     * @param defect decorates every backend
     * @return the broken fixture
     */
    public static MutantFixture ofBackends(LockFixture base, UnaryOperator<LockBackend> defect) {
        return new MutantFixture(base, defect, backend -> backend, client -> client);
    }

    /**
     * Creates a fixture with broken clients.
     *
     * @param base the sound fixture
     * @param defect decorates every client
     * @return the broken fixture
     */
    public static MutantFixture ofClients(LockFixture base, UnaryOperator<LockClient> defect) {
        return new MutantFixture(base, backend -> backend, backend -> backend, defect);
    }

    /**
     * Creates a fixture with broken locks.
     *
     * @param base the sound fixture
     * @param defect decorates every lock
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
     * Creates a fixture with broken handles.
     *
     * @param base the sound fixture
     * @param defect decorates every handle
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
     * Creates a fixture with broken views.
     *
     * @param base the sound fixture
     * @param defect turns a sound view into a broken one
     * @return the broken fixture
     */
    public static MutantFixture ofViews(LockFixture base, UnaryOperator<LockView> defect) {
        return ofLocks(base, lock -> new ForwardingLock(lock) {
            @Override
            protected LockView decorated(LockView view) {
                return defect.apply(view);
            }
        });
    }

    /**
     * Opens the store's end of a link that the caller builds. It is broken as the store is, and nowhere else.
     *
     * @return a new backend
     */
    public LockBackend openFar() {
        return base instanceof MutantFixture inner ? inner.openFar() : base.openBackend();
    }

    /**
     * Decorates the client's end of a link that the caller builds.
     *
     * @param link a backend with the store behind it
     * @return the same backend, broken as the backends of this fixture are
     */
    public LockBackend near(LockBackend link) {
        return decorated(base instanceof MutantFixture inner ? inner.near(link) : link);
    }

    @Override
    protected LockBackend decorated(LockBackend backend) {
        return backends.apply(backend);
    }

    @Override
    public LockClient open(LockBackend backend, ClientOptions options) {
        return clients.apply(super.open(engines.apply(backend), options));
    }

    @Override
    public Duration patience() {
        return PATIENCE;
    }

    /** Returns an access whose client processes are sound programs. Their backends are the broken ones of this JVM. */
    @Override
    public Optional<ProcessAccess> processes() {
        return Optional.of(hosting(this::openBackend));
    }

    @Override
    public Optional<FaultLink> link() {
        return super.link().map(link -> new ForwardingLink(link) {
            @Override
            public ProcessAccess processes() {
                return hosting(this::openBackend);
            }
        });
    }

    private static ProcessAccess hosting(Supplier<LockBackend> backends) {
        return BackendHost.start(backends).clients();
    }
}
