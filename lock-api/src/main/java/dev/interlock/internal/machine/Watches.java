// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reports objects that were dropped. As {@link Cleaner} does, but what begins and ends a watch waits for no other
 * thread's: a cleaner keeps all it watches in one list. Its thread ends when there was nothing to watch for a while.
 * Thread-safe.
 */
final class Watches {

    private static final EngineLog LOG = EngineLog.of(Watches.class);

    private final Executor threads;
    private final long idleMillis;

    /** So large that threads hardly ever meet in it. */
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet(1_024);

    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final AtomicBoolean running = new AtomicBoolean();

    /**
     * Watches for which a thread is started whenever there is something to watch again.
     *
     * @param idleMillis after so long with nothing to watch the thread ends
     */
    Watches(Executor threads, long idleMillis) {
        this.threads = threads;
        this.idleMillis = idleMillis;
    }

    /** As {@link Machine#watch}. */
    Cleaner.Cleanable begin(Object object, Runnable afterwards) {
        Watch watch = new Watch(object, afterwards);
        watches.add(watch);
        startIfNeeded();
        return watch;
    }

    private void startIfNeeded() {
        if (!running.get() && running.compareAndSet(false, true)) {
            try {
                threads.execute(this::reportWhileWatching);
            } catch (RuntimeException | Error e) {
                // The holder has its lock all the same, and the next one tries again.
                running.set(false);
                LOG.error("no thread to notice handles that are dropped", e);
            }
        }
    }

    private void reportWhileWatching() {
        try {
            boolean idle = false;
            while (!idle) {
                Reference<?> dropped = gone.remove(idleMillis);
                if (dropped instanceof Watch watch) {
                    report(watch);
                }
                idle = dropped == null && watches.isEmpty();
            }
        } catch (InterruptedException e) {
            LOG.debug("interrupted while watching; the next watch goes on");
            running.set(false);
            return;
        }
        running.set(false);
        if (!watches.isEmpty()) {
            // One that began just now may have found this thread still there.
            startIfNeeded();
        }
    }

    private static void report(Watch watch) {
        try {
            watch.clean();
        } catch (RuntimeException | Error e) {
            LOG.error("what is to be done when a handle is dropped failed; the others go on", e);
        }
    }

    /** How many objects are watched. */
    int size() {
        return watches.size();
    }

    private final class Watch extends PhantomReference<Object> implements Cleaner.Cleanable {

        private final Runnable afterwards;

        private Watch(Object object, Runnable afterwards) {
            super(object, gone);
            this.afterwards = afterwards;
        }

        @Override
        public void clean() {
            if (watches.remove(this)) {
                clear();
                afterwards.run();
            }
        }
    }
}
