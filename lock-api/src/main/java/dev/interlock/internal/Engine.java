// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandOff;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockListener;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.LossCause;
import dev.interlock.MultiLock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.LockBackend;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The client behind {@link LockClient}: one backend and everything that its locks share. Thread-safe. */
public final class Engine implements LockClient {

    final SafeBackend backend;
    final Machine machine;
    final LockClock clock;
    final @Nullable String holderHint;
    final HandOff handOff;
    final TimerQueue timers;
    final ThreadPools pools;
    final RenewalPace renewalPace;
    final RenewalBatches renewalBatches;
    final LocalQueues queues = new LocalQueues();
    final GivingWay givingWay;
    final ActiveLocks activeLocks = new ActiveLocks(queues);
    final ReentrantHolds reentrantHolds = new ReentrantHolds();
    final EventDispatcher events;
    final ClientLog log;
    final WaiterCounts waiterCounts;
    final AdaptiveLeases adaptiveLeases;
    final Compensator compensator;

    private final ClientOptions options;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean ended;

    private Engine(LockBackend backend, ClientOptions options) {
        machine = Machine.under(options.clock());
        this.backend = new SafeBackend(backend, machine);
        clock = machine;
        // Completed once, and not for each acquisition.
        this.options = options.withDefaults(options.defaults().over(AcquireOptions.STANDARD));
        holderHint = options.holderHint();
        handOff = options.handOff();
        givingWay = new GivingWay(machine);
        timers = new TimerQueue(machine);
        pools = new ThreadPools(options.renewalThreads(), machine, timers);
        renewalPace = new RenewalPace(this.backend, machine);
        renewalBatches = new RenewalBatches(this.backend, pools.renewals);
        events = new EventDispatcher(machine, timers, options.listeners());
        log = new ClientLog(this.backend, machine, timers);
        waiterCounts = new WaiterCounts(machine, events);
        adaptiveLeases = new AdaptiveLeases(machine, events);
        compensator = new Compensator(this.backend, clock, timers, pools);
        // Last, since a client that could not be made is never closed.
        timers.keepThread();
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
                engine.closed.set(true);
                new Closing(engine, options).withoutLocks();
            } else {
                backend.close();
            }
            throw e;
        }
    }

    @Override
    public DistributedLock lock(String name) {
        return new NamedLock(this, new LockName(name), options.defaultsFor(name));
    }

    @Override
    public MultiLock lockAll(Collection<String> names) {
        return new MultiNamedLock(this, names, options);
    }

    @Override
    public Capabilities capabilities() {
        return backend.capabilities();
    }

    @Override
    public Optional<Holder> inspect(String name) {
        requireOpen();
        return backend.inspect(new LockName(name));
    }

    @Override
    public Registration addListener(LockListener listener) {
        requireOpen();
        return events.add(Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public void close() {
        StackRoom.require();
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        new Closing(this, options).run();
    }

    /** True from the start of the close on: nothing new begins. */
    boolean isClosed() {
        return closed.get();
    }

    /** From now on no hold begins or lasts, and nobody waits, whatever the store may still grant or confirm. */
    void end() {
        ended = true;
        activeLocks.tenures().forEach(Tenure::endAtClose);
        activeLocks.acquisitions().forEach(this::endWaiting);
    }

    /** A step that still hangs keeps its own thread, and not those who wait for the future. */
    private void endWaiting(PendingAcquisition<?> acquisition) {
        acquisition
                .result()
                .completeExceptionally(new LockUnavailableException(
                        acquisition.what() + " on " + backend.store()
                                + " not acquired: the client was closed, and the store had not answered by then",
                        null));
    }

    boolean isEnded() {
        return ended;
    }

    /** What an acquisition uses: its options over those of the name, with the lease that the last holds suggest. */
    EffectiveOptions effective(LockName name, AcquireOptions options, AcquireOptions defaultsOfName) {
        return adaptiveLeases.chosen(name, EffectiveOptions.of(options, defaultsOfName, capabilities()));
    }

    /** Starts an acquisition; its first step runs at once on the executor. */
    Acquisition begin(LockName name, EffectiveOptions options, Executor steps, BooleanSupplier wanted) {
        return begin(name, options, steps, wanted, new AcquisitionNews(this, name, null));
    }

    /** The same, whose news others have begun to tell. */
    Acquisition begin(
            LockName name, EffectiveOptions options, Executor steps, BooleanSupplier wanted, AcquisitionNews news) {
        StackRoom.require();
        requireOpen();
        Acquisition acquisition = new Acquisition(this, name, options, steps, wanted, news);
        enter(acquisition);
        if (!options.singleTry()) {
            queues.join(acquisition);
        }
        acquisition.wake();
        return acquisition;
    }

    /** An acquisition that gets in is seen by close(), which ends it while there are threads to end it on. */
    void enter(PendingAcquisition<?> acquisition) {
        activeLocks.add(acquisition);
        if (closed.get()) {
            activeLocks.remove(acquisition);
            // close() may have seen it all the same, and would wait for steps that nobody runs.
            acquisition.result().cancel(false);
            requireOpen();
        }
    }

    /**
     * What the client keeps although nothing is held, acquired or withdrawn, as tests ask it.
     *
     * @return what there is of it; empty if everything has been let go
     */
    public List<String> kept() {
        Map<String, Boolean> parts = new LinkedHashMap<>();
        parts.put("acquisitions or tenures", activeLocks.isEmpty());
        parts.put("timers", timers.isEmpty());
        parts.put("counts of waiters", waiterCounts.isEmpty());
        parts.put("holds of threads", reentrantHolds.isEmpty());
        parts.put("renewals that are due", renewalBatches.isEmpty());
        return parts.entrySet().stream()
                .filter(part -> !part.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The handle of a caller that waited for it. */
    Handle handle(Tenure tenure) {
        return new Handle(this, tenure, true);
    }

    /** The handle of a future, which nobody may be waiting for any more. */
    Handle deliveredHandle(Tenure tenure) {
        return new Handle(this, tenure, false);
    }

    void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("this lock client for " + backend.store() + " is closed");
        }
    }

    private final class Context implements BackendContext {

        @Override
        public LockClock clock() {
            return clock;
        }

        @Override
        public void reportLost(AttemptId id, String detail) {
            activeLocks.report(id, tenure -> tenure.lose(LossCause.SESSION_ENDED, detail));
        }

        @Override
        public void reportUncertain(AttemptId id, String detail) {
            activeLocks.report(id, tenure -> tenure.doubt(detail));
        }
    }
}
