// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import dev.interlock.CallerListener;
import dev.interlock.LockCall;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import dev.interlock.LockName;
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

    /** What the listeners note of the thread that begins an acquisition: this one. */
    public Calls calls(LockName name) {
        Calls calls = Calls.NONE;
        for (ListenerQueue queue : queues) {
            calls = queue.noted(name, calls);
        }
        return calls;
    }

    /** Hands an event to every listener; it is not made when there is no listener. */
    public void publish(Supplier<LockEvent> event) {
        publish(event, Calls.NONE);
    }

    /** The same for the end of an acquisition, with what the listeners noted when it began. */
    public void publish(Supplier<LockEvent> event, Calls calls) {
        if (!queues.isEmpty()) {
            LockEvent made = event.get();
            queues.forEach(queue -> queue.add(new News(made, calls)));
        }
    }

    public void close() {
        if (owns) {
            queues.forEach(ListenerQueue::close);
        }
    }

    /** An event, and what the listeners noted of the acquisitions that it ends. */
    private record News(LockEvent event, Calls calls) {}

    /**
     * The events that one listener has yet to get. The pool alone does not keep the order: its only thread may end while an event
     * is handed in, and the next event then has a thread before that one.
     */
    private static final class ListenerQueue {
        private final LockListener listener;
        private final Queue<News> events = new ConcurrentLinkedQueue<>();
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

        private Calls noted(LockName name, Calls before) {
            if (!(listener instanceof CallerListener looking) || closed) {
                return before;
            }
            try {
                LockCall call = looking.called(name.value());
                return call == null ? before : before.and(this, call);
            } catch (RuntimeException | Error e) {
                LOG.warn("a lock listener failed to look at the caller of '{}'", name, e);
                return before;
            }
        }

        private void add(News news) {
            if (closed) {
                return;
            }
            if (behind.incrementAndGet() > BACKLOG) {
                behind.decrementAndGet();
                drop();
                return;
            }
            events.add(news);
            delivery.wake();
        }

        private void deliver() {
            for (News news = events.poll(); news != null; news = events.poll()) {
                behind.decrementAndGet();
                try {
                    news.calls.end(this, news.event);
                    listener.on(news.event);
                } catch (RuntimeException | Error e) {
                    LOG.warn("a lock listener failed on {}", news.event, e);
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
