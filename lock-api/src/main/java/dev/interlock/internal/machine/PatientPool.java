// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A pool that takes each task and never throws. Where the machine has no thread for a task, the pool tries again a little
 * later: a step that was dropped would stay at the head of its queue for ever, and the caller that hands it in, by a
 * release for one, has nothing to do with it. Thread-safe.
 */
public final class PatientPool implements Executor {

    private static final EngineLog LOG = EngineLog.of(PatientPool.class);
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private final String prefix;
    private final Consumer<Runnable> afterClose;
    private final Machine machine;
    private final TimerQueue timers;
    private final ThreadPoolExecutor threads;

    /** Tasks for which there was no thread. */
    private final Queue<Once> unserved = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean waiting = new AtomicBoolean();
    private volatile boolean lacking;

    /**
     * A pool of one client.
     *
     * @param afterClose gets the tasks that come after the shutdown, or had no thread until then; must not throw
     */
    public PatientPool(String prefix, int size, Consumer<Runnable> afterClose, Machine machine, TimerQueue timers) {
        this.prefix = prefix;
        this.afterClose = afterClose;
        this.machine = machine;
        this.timers = timers;
        threads = machine.pool(prefix, size, new LinkedBlockingQueue<>(), (task, pool) -> refuse((Once) task));
    }

    public ThreadPoolExecutor threads() {
        return threads;
    }

    @Override
    public void execute(Runnable task) {
        Once once = new Once(task);
        if (!hasThread(once)) {
            keep(once);
        }
    }

    private boolean hasThread(Once task) {
        try {
            threads.execute(task);
            lacking = false;
            return true;
        } catch (RuntimeException | Error e) {
            threads.getQueue().remove(task);
            if (!lacking) {
                lacking = true;
                LOG.error("no thread for {}, it is tried again until there is one: {}", prefix, e.toString());
            }
            return false;
        }
    }

    private void keep(Once task) {
        unserved.add(task);
        if (waiting.compareAndSet(false, true)) {
            timers.at(machine.nanoTime() + PAUSE_NANOS, this::tryAgain);
        }
        if (threads.isShutdown()) {
            refuseUnserved();
        }
    }

    private void tryAgain() {
        waiting.set(false);
        for (Once task = unserved.poll(); task != null; task = unserved.poll()) {
            if (!hasThread(task)) {
                keep(task);
                return;
            }
        }
    }

    /** Runs on the current thread what no other thread was there for so far. */
    public void runUnserved() {
        for (Once task = unserved.poll(); task != null; task = unserved.poll()) {
            task.run();
        }
    }

    /** Takes no more tasks. Those that have or wait for a thread of the pool are still done. */
    public void shutdown() {
        threads.shutdown();
        refuseUnserved();
    }

    private void refuseUnserved() {
        for (Once task = unserved.poll(); task != null; task = unserved.poll()) {
            refuse(task);
        }
    }

    private void refuse(Once task) {
        if (task.cancel()) {
            afterClose.accept(task.task());
        }
    }
}
