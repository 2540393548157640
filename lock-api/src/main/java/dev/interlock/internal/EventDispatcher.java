// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands events to the listeners, to each on a thread of its own that ends when idle. Thread-safe; publishing never
 * blocks.
 */
final class EventDispatcher {

    static final int MAX_LISTENERS = 16;

    private static final Logger LOG = LoggerFactory.getLogger(EventDispatcher.class);
    private static final int BACKLOG = 4096;

    private final CopyOnWriteArrayList<ListenerQueue> queues = new CopyOnWriteArrayList<>();

    private final Machine machine;

    EventDispatcher(Machine machine, List<LockListener> listeners) {
        this.machine = machine;
        listeners.forEach(this::add);
    }

    LockClient.Registration add(LockListener listener) {
        if (queues.size() >= MAX_LISTENERS) {
            throw new IllegalStateException("a client has at most " + MAX_LISTENERS + " listeners");
        }
        ListenerQueue queue = new ListenerQueue(machine, listener);
        queues.add(queue);
        return () -> {
            queues.remove(queue);
            queue.thread.shutdown();
        };
    }

    /** Hands an event to every listener; it is not even made when nobody listens. */
    void publish(Supplier<LockEvent> event) {
        if (!queues.isEmpty()) {
            LockEvent made = event.get();
            queues.forEach(queue -> queue.add(made));
        }
    }

    void close() {
        queues.forEach(queue -> queue.thread.shutdown());
    }

    /** What one listener has yet to hear, and the thread on which it hears it. */
    private static final class ListenerQueue {
        private final LockListener listener;
        private final AtomicLong dropped = new AtomicLong();
        private final ThreadPoolExecutor thread;

        private ListenerQueue(Machine machine, LockListener listener) {
            this.listener = listener;
            thread = machine.pool(
                    "interlock-listener", 1, new ArrayBlockingQueue<>(BACKLOG), (task, pool) -> drop(pool));
        }

        private void add(LockEvent event) {
            thread.execute(() -> {
                try {
                    listener.on(event);
                } catch (RuntimeException e) {
                    LOG.warn("a lock listener failed on {}", event, e);
                }
            });
        }

        private void drop(ThreadPoolExecutor pool) {
            // Not each one: a listener that is stuck would flood the log as well.
            if (!pool.isShutdown() && Long.bitCount(dropped.incrementAndGet()) == 1) {
                LOG.warn("a lock listener is {} events behind and has lost {} so far", BACKLOG, dropped);
            }
        }
    }
}
