// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import dev.interlock.internal.machine.EngineLog;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.PatientPool;
import dev.interlock.internal.machine.SerialTask;
import dev.interlock.internal.machine.TimerQueue;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Hands events to the listeners, to each in the order of their publication, on a thread of its own that ends when idle.
 * Thread-safe; publishing neither blocks nor throws.
 */
public final class EventDispatcher {

    public static final int MAX_LISTENERS = 16;

    private static final EngineLog LOG = EngineLog.of(EventDispatcher.class);
    private static final int BACKLOG = 4096;

    private final CopyOnWriteArrayList<ListenerQueue> queues;

    /** Whether the listeners get nothing more after its close. */
    private final boolean owns;

    private final Machine machine;
    private final TimerQueue timers;

    /** Held from the look at the number of listeners until there is one more. */
    private final ReentrantLock adding;

    public EventDispatcher(Machine machine, TimerQueue timers, List<LockListener> listeners) {
        this.machine = machine;
        this.timers = timers;
        queues = new CopyOnWriteArrayList<>();
        owns = true;
        adding = machine.lock();
        listeners.forEach(this::add);
    }

    private EventDispatcher(EventDispatcher other) {
        machine = other.machine;
        timers = other.timers;
        adding = other.adding;
        queues = other.queues;
        owns = false;
    }

    /** A dispatcher to the same listeners, whose close leaves them to this one. */
    public EventDispatcher lent() {
        return new EventDispatcher(this);
    }

    public LockClient.Registration add(LockListener listener) {
        ListenerQueue queue = new ListenerQueue(machine, timers, listener);
        adding.lock();
        try {
            if (queues.size() >= MAX_LISTENERS) {
                throw new IllegalStateException("a client has at most " + MAX_LISTENERS + " listeners");
            }
            queues.add(queue);
        } finally {
            adding.unlock();
        }
        return () -> {
            queues.remove(queue);
            queue.close();
        };
    }

    /** Hands an event to every listener; it is not made when there is no listener. */
    public void publish(Supplier<LockEvent> event) {
        if (!queues.isEmpty()) {
            LockEvent made = event.get();
            queues.forEach(queue -> queue.add(made));
        }
    }

    public void close() {
        if (owns) {
            queues.forEach(ListenerQueue::close);
        }
    }

    /**
     * The events that one listener has yet to get. The pool alone does not keep the order: its only thread may end while an event
     * is handed in, and the next event then has a thread before that one.
     */
    private static final class ListenerQueue {
        private final LockListener listener;
        private final Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
        private final AtomicInteger behind = new AtomicInteger();
        private final AtomicLong dropped = new AtomicLong();
        private final PatientPool thread;
        private final SerialTask delivery;
        private volatile boolean closed;

        private ListenerQueue(Machine machine, TimerQueue timers, LockListener listener) {
            this.listener = listener;
            thread = new PatientPool("interlock-listener", 1, this::dropAfterClose, machine, timers);
            delivery = new SerialTask(thread, this::deliver);
        }

        private void add(LockEvent event) {
            if (closed) {
                return;
            }
            if (behind.incrementAndGet() > BACKLOG) {
                behind.decrementAndGet();
                drop();
                return;
            }
            events.add(event);
            delivery.wake();
        }

        private void deliver() {
            for (LockEvent event = events.poll(); event != null; event = events.poll()) {
                behind.decrementAndGet();
                try {
                    listener.on(event);
                } catch (RuntimeException | Error e) {
                    LOG.warn("a lock listener failed on {}", event, e);
                }
            }
        }

        private void drop() {
            long lost = dropped.incrementAndGet();
            // Not each one: a listener that is stuck would flood the log as well.
            if (Long.bitCount(lost) == 1) {
                LOG.warn("a lock listener is {} events behind and has lost {} so far", BACKLOG, lost);
            }
        }

        /** The events that had no thread until the close. */
        private void dropAfterClose(Runnable task) {
            if (!events.isEmpty()) {
                LOG.warn("a lock listener did not get {} events, since there was no thread for it", events.size());
                events.clear();
            }
        }

        private void close() {
            closed = true;
            thread.shutdown();
        }
    }
}
