// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.Capabilities;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockHandle;
import dev.interlock.LockListener;
import dev.interlock.LockName;
import dev.interlock.LossCause;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.LockBackend;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The client behind {@link LockClient}: one backend and everything that its locks share. Thread-safe. */
public final class Engine implements LockClient {

    /** How long {@link #close} waits for steps under way and for each round of releases. */
    private static final long CLOSE_SECONDS = 10;

    final LockBackend backend;
    final LockClock clock;
    final @Nullable String holderHint;
    final ThreadPools pools = new ThreadPools();
    final TimerQueue timers;
    final LocalQueues queues = new LocalQueues();
    final ActiveLocks activeLocks = new ActiveLocks(queues);
    final ReentrantHolds reentrantHolds = new ReentrantHolds();
    final EventDispatcher events;
    final ClientLog log;
    final WaiterCounts waiterCounts;
    final Compensator compensator;

    private final ClientOptions options;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Engine(LockBackend backend, ClientOptions options) {
        this.backend = new SafeBackend(backend);
        @Nullable LockClock given = options.clock();
        clock = given != null ? given : SystemClock.SHARED;
        this.options = options;
        holderHint = options.holderHint();
        timers = new TimerQueue(clock);
        events = new EventDispatcher(options.listeners());
        log = new ClientLog(this.backend, clock, timers);
        waiterCounts = new WaiterCounts(events);
        compensator = new Compensator(this.backend, clock, timers, pools);
    }

    /**
     * Starts a backend and a client over it.
     *
     * @param backend closed when the start fails, and with the client
     * @param options what does not depend on the store
     * @return the client
     */
    public static LockClient start(LockBackend backend, ClientOptions options) {
        @Nullable Engine engine = null;
        try {
            engine = new Engine(backend, options);
            backend.start(engine.new Context());
            engine.log.started();
            return engine;
        } catch (Throwable e) {
            if (engine != null) {
                engine.stop();
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
        return events.add(listener);
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        // An interrupted thread waits for the releases, too; an interrupt that comes later ends the wait.
        boolean interrupted = Thread.interrupted();
        try {
            endEverything();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void endEverything() {
        List<Acquisition> waiting = activeLocks.acquisitions();
        waiting.forEach(Acquisition::cancel);
        // Steps under way must end before the holds are counted: one of them may be a grant.
        CountDownLatch settled = new CountDownLatch(waiting.size());
        waiting.forEach(one -> one.result().whenComplete((tenure, failure) -> settled.countDown()));
        await(settled);
        List<Tenure> held = activeLocks.tenures();
        CountDownLatch released = new CountDownLatch(held.size());
        held.forEach(tenure -> pools.upkeep.execute(() -> {
            try {
                tenure.releaseAtClose();
            } finally {
                released.countDown();
            }
        }));
        await(released);
        stop();
    }

    private static void await(CountDownLatch latch) {
        try {
            // Not a failure if it takes longer: what is not released by then ends with its lease.
            latch.await(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop() {
        closed.set(true);
        timers.close();
        // Withdrawals under way first: they need the backend.
        pools.shutdown(CLOSE_SECONDS);
        backend.close();
        events.close();
        log.close();
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Starts an acquisition; its first step runs at once on the executor. */
    Acquisition begin(LockName name, EffectiveOptions options, Executor steps, BooleanSupplier wanted) {
        requireOpen();
        Acquisition acquisition = new Acquisition(this, name, options, steps, wanted);
        activeLocks.add(acquisition);
        if (closed.get()) {
            // Else close() sees it, and ends it while there are threads to end it on.
            activeLocks.remove(acquisition);
            requireOpen();
        }
        if (!options.singleTry()) {
            queues.join(acquisition);
        }
        acquisition.wake();
        return acquisition;
    }

    LockHandle handle(Tenure tenure) {
        return new Handle(this, tenure, tenure.grant().token());
    }

    private void requireOpen() {
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
