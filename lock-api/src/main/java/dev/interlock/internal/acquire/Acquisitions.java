// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockName;
import dev.interlock.internal.backend.SafeBackend;
import dev.interlock.internal.event.Calls;
import dev.interlock.internal.event.EventDispatcher;
import dev.interlock.internal.event.WaiterCounts;
import dev.interlock.internal.hold.HandOffOffer;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.hold.Holds;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.lease.LastOptions;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.StackRoom;
import dev.interlock.internal.queue.LocalQueues;
import dev.interlock.spi.Attempt;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The acquisitions of one client: how one begins, those under way, and what all of them share. Thread-safe. */
public final class Acquisitions {

    /** The lock is wanted as long as it is held. */
    public static final BooleanSupplier ALWAYS = () -> true;

    public final Holds holds;
    public final SafeBackend backend;
    public final ClientThreads threads;
    public final Machine machine;
    public final EventDispatcher events;
    public final LocalQueues<HandOffOffer> queues;
    final @Nullable String holderHint;

    private final LastOptions lastOptions = new LastOptions();
    private final WaiterCounts waiterCounts;
    private final Set<PendingAcquisition<?>> pending = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The acquisitions of a client that has begun none yet. */
    public Acquisitions(Holds holds, @Nullable String holderHint) {
        this.holds = holds;
        this.holderHint = holderHint;
        backend = holds.backend;
        threads = holds.threads;
        machine = holds.machine;
        events = holds.events;
        queues = holds.queues;
        waiterCounts = new WaiterCounts(machine, events);
    }

    /** The options of an acquisition over those of its name, with the lease that the last holds suggest. */
    public EffectiveOptions effective(LockName name, AcquireOptions options, AcquireOptions defaultsOfName) {
        return holds.adaptiveLeases.chosen(name, lastOptions.of(options, defaultsOfName, backend.capabilities()));
    }

    /** A new attempt for one token, whose id no other has. */
    public Attempt attempt(LockName name, Duration lease, Calls calls) {
        return Attempt.of(name, machine.attemptId(), lease, 1, calls.holderHint(holderHint));
    }

    /** The hold of a caller whose lock this client retains; null if it has to acquire it. */
    public @Nullable Hold retained(LockName name, EffectiveOptions options) {
        requireOpen();
        if (holds.retained.isEmpty()) {
            return null;
        }
        StackRoom.require();
        return holds.retained.take(name, options, ALWAYS);
    }

    /** Starts an acquisition; its first step runs at once on the executor. */
    public Acquisition begin(LockName name, EffectiveOptions options, Executor steps, BooleanSupplier wanted) {
        return begin(name, options, steps, wanted, news(name, null));
    }

    /** The same for a part of a set, whose news are those of the whole. */
    public Acquisition begin(
            LockName name, EffectiveOptions options, Executor steps, BooleanSupplier wanted, AcquisitionNews news) {
        StackRoom.require();
        requireOpen();
        Acquisition acquisition = new Acquisition(this, name, options, steps, wanted, news);
        enter(acquisition);
        if (!options.singleTry()) {
            queues.join(acquisition);
        }
        acquisition.begin();
        return acquisition;
    }

    public AcquisitionNews news(LockName name, @Nullable Supplier<Duration> waitedForSet) {
        return new AcquisitionNews(events, waiterCounts, name, waitedForSet);
    }

    /** Registers an acquisition, so that the close ends it while there are threads to end it on. */
    public void enter(PendingAcquisition<?> acquisition) {
        pending.add(acquisition);
        if (closed.get()) {
            pending.remove(acquisition);
            // The close may have seen it all the same, and would wait for steps that no thread runs.
            acquisition.result().cancel(false);
            requireOpen();
        }
    }

    /** Forgets an acquisition that has ended. */
    public void remove(PendingAcquisition<?> acquisition) {
        pending.remove(acquisition);
    }

    /** A copy of those under way. */
    public List<PendingAcquisition<?>> all() {
        return List.copyOf(pending);
    }

    /** True while none is under way. */
    public boolean isEmpty() {
        return pending.isEmpty();
    }

    public WaiterCounts waiterCounts() {
        return waiterCounts;
    }

    /** Nothing new begins; false if that was so before. */
    public boolean close() {
        return closed.compareAndSet(false, true);
    }

    public boolean isClosed() {
        return closed.get();
    }

    public void requireOpen() {
        if (closed.get()) {
            throw new LockClientClosedException("the lock client for " + backend.store() + " is closed");
        }
    }

    /** The client is closed: no caller waits any longer. A step that still hangs keeps its own thread only. */
    public void end() {
        all().forEach(acquisition -> acquisition
                .result()
                .completeExceptionally(new LockClientClosedException(acquisition.what() + " on " + backend.store()
                        + " not acquired: the client was closed, and the store had not answered by then")));
    }
}
