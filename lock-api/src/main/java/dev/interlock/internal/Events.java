// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockListener;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners what happens, each on a thread of its own that ends when idle. Thread-safe; telling never blocks. */
final class Events {

    static final int MAX_LISTENERS = 16;

    private static final Logger LOG = LoggerFactory.getLogger(Events.class);
    private static final int BACKLOG = 4096;
    private static final long IDLE_SECONDS = 5;

    private final CopyOnWriteArrayList<Lane> lanes = new CopyOnWriteArrayList<>();

    Events(List<LockListener> listeners) {
        listeners.forEach(this::add);
    }

    LockClient.Registration add(LockListener listener) {
        if (lanes.size() >= MAX_LISTENERS) {
            throw new IllegalStateException("a client has at most " + MAX_LISTENERS + " listeners");
        }
        Lane lane = new Lane(listener);
        lanes.add(lane);
        return () -> {
            lanes.remove(lane);
            lane.thread.shutdown();
        };
    }

    /** Tells an event; it is not even made when nobody listens. */
    void tell(Supplier<LockEvent> event) {
        if (!lanes.isEmpty()) {
            LockEvent made = event.get();
            lanes.forEach(lane -> lane.tell(made));
        }
    }

    void close() {
        lanes.forEach(lane -> lane.thread.shutdown());
    }

    private static final class Lane {
        private final LockListener listener;
        private final AtomicLong dropped = new AtomicLong();
        private final ThreadPoolExecutor thread;

        private Lane(LockListener listener) {
            this.listener = listener;
            thread = new ThreadPoolExecutor(
                    1,
                    1,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(BACKLOG),
                    Pools.threads("interlock-listener"),
                    (task, pool) -> drop(pool));
            thread.allowCoreThreadTimeOut(true);
        }

        private void tell(LockEvent event) {
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
