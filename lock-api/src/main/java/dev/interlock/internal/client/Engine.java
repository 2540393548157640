// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.DistributedSemaphore;
import dev.interlock.Election;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockListener;
import dev.interlock.LockName;
import dev.interlock.LockOperator;
import dev.interlock.LockUnavailableException;
import dev.interlock.LossCause;
import dev.interlock.MultiLock;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.internal.backend.SafeBackend;
import dev.interlock.internal.election.Candidacies;
import dev.interlock.internal.election.NamedElection;
import dev.interlock.internal.event.ClientLog;
import dev.interlock.internal.event.EventDispatcher;
import dev.interlock.internal.hold.Holds;
import dev.interlock.internal.lease.Defaults;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.StackRoom;
import dev.interlock.internal.multi.MultiNamedLock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.LockBackend;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The client behind {@link LockClient}: one backend and everything that its locks share. Thread-safe. */
public final class Engine implements LockClient {

    public final SafeBackend backend;
    public final ClientThreads threads;
    final EventDispatcher events;
    private final ClientLog log;
    public final Holds holds;
    public final Acquisitions acquisitions;
    final ReentrantHolds entered = new ReentrantHolds();
    private final Candidacies candidacies;
    private final ClientOptions options;
    private final Defaults defaults;
    private final SharedEngine shared;

    private Engine(LockBackend unsafe, ClientOptions options) {
        this(unsafe, options, null);
    }

    /** With listeners of its own, or those of the engine for whose parts it is. */
    private Engine(LockBackend unsafe, ClientOptions options, @Nullable EventDispatcher lent) {
        Machine machine = Machine.under(options.clock());
        backend = new SafeBackend(unsafe, machine);
        this.options = options;
        defaults = new Defaults(options);
        threads = new ClientThreads(options.renewalThreads(), machine);
        events = lent != null ? lent : new EventDispatcher(machine, threads.timers, options.listeners());
        log = new ClientLog(backend, machine, threads.timers);
        holds = new Holds(backend, threads, events, log, options.handOff(), options.maxRetained());
        acquisitions = new Acquisitions(holds, options.holderHint());
        shared = new SharedEngine(this, unsafe, options);
        candidacies = new Candidacies(acquisitions);
        // Last, since a client that could not be made is never closed.
        threads.timers.keepThread();
    }

    /**
     * Starts a backend and a client over it.
     *
     * @param backend closed when the start fails, within {@link ClientOptions#closeTimeout}, and with the client
     * @param options what does not depend on the store
     * @return the client
     */
    public static LockClient start(LockBackend backend, ClientOptions options) {
        @Nullable Engine engine = null;
        try {
            engine = new Engine(backend, options);
            engine.backend.start(engine.new Context());
            engine.log.started();
            return engine;
        } catch (Throwable e) {
            if (engine != null) {
                engine.beginClose();
                new Closing(engine.acquisitions, engine.shared, options).withoutLocks();
            } else {
                backend.close();
            }
            throw e;
        }
    }

    @Override
    public DistributedLock lock(String name) {
        return lock(new LockName(name), defaults.of(name));
    }

    /** An engine for the parts of the shared locks of this one, over a backend that needs no start. */
    Engine forParts(LockBackend shares) {
        return new Engine(shares, options, events.lent());
    }

    /** A lock of this engine with the defaults of another name. */
    NamedLock lock(LockName name, AcquireOptions defaultsOfName) {
        return new NamedLock(acquisitions, entered, name, defaultsOfName);
    }

    @Override
    public DistributedReadWriteLock readWrite(String name) {
        return shared.locks().readWrite(new LockName(name));
    }

    @Override
    public DistributedSemaphore semaphore(String name, int limit) {
        return shared.locks().semaphore(new LockName(name), limit);
    }

    @Override
    public MultiLock lockAll(Collection<String> names) {
        return new MultiNamedLock(acquisitions, names, defaults);
    }

    @Override
    public Election election(String name) {
        return new NamedElection(acquisitions, candidacies, new LockName(name), defaults.of(name));
    }

    @Override
    public Capabilities capabilities() {
        return backend.capabilities();
    }

    @Override
    public Optional<Holder> inspect(String name) {
        acquisitions.requireOpen();
        LockName lock = new LockName(name);
        return backend.inspect(lock)
                .map(holder -> holds.retained.has(lock, holder.fencingToken()) ? holder.retained() : holder);
    }

    @Override
    public LockOperator operator() {
        return new StoreOperator(
                acquisitions,
                backend.operator()
                        .orElseThrow(() -> new LockUnavailableException(
                                "locks cannot be listed or freed: the backend of " + backend.store()
                                        + " does not offer it: look into the store itself",
                                null)));
    }

    @Override
    public Registration addListener(LockListener listener) {
        acquisitions.requireOpen();
        return events.add(Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public void close() {
        StackRoom.require();
        if (beginClose()) {
            new Closing(acquisitions, shared, options).run();
        }
    }

    /** False if the client is closed, or another thread closes it. */
    private boolean beginClose() {
        boolean first = acquisitions.close();
        holds.beginClose();
        candidacies.close();
        return first;
    }

    /** {@return true while nothing is acquired, held or waited for} */
    public boolean isIdle() {
        return acquisitions.isEmpty() && holds.isEmpty() && holds.queues.isEmpty() && shared.isIdle();
    }

    /**
     * What the client keeps although nothing is held, acquired or compensated, as tests ask it.
     *
     * @return what there is of it; empty if everything has been let go
     */
    public List<String> kept() {
        Map<String, Boolean> parts = new LinkedHashMap<>();
        parts.put("acquisitions or holds", isIdle());
        parts.put("candidates", candidacies.isEmpty());
        parts.put("timers", threads.timers.isEmpty());
        parts.put("counts of waiters", acquisitions.waiterCounts().isEmpty());
        parts.put("holds of threads", entered.isEmpty());
        parts.put("retained locks", holds.retained.isEmpty());
        parts.put("renewals that are due", holds.batches.isEmpty());
        parts.put("renewals that were asked for", holds.askedRenewals.isEmpty());
        return parts.entrySet().stream()
                .filter(part -> !part.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    final class Context implements BackendContext {

        @Override
        public LockClock clock() {
            return threads.machine;
        }

        @Override
        public void reportLost(AttemptId id, String detail) {
            holds.report(id, hold -> hold.lose(LossCause.SESSION_ENDED, detail));
            shared.report(engine -> engine.reportLost(id, detail));
        }

        @Override
        public void reportWanted(AttemptId id) {
            holds.wanted(id);
        }

        @Override
        public void reportMissedRecalls() {
            holds.allWanted();
        }

        @Override
        public void reportUncertain(AttemptId id, String detail) {
            holds.report(id, hold -> hold.doubt(detail));
            shared.report(engine -> engine.reportUncertain(id, detail));
        }
    }
}
