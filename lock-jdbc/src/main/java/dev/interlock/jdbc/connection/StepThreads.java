// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.LockClock;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads of our own for the steps on connections of the application. Transaction managers bind connections to threads,
 * and no transaction is ever bound to these. At most {@link #MOST} steps run at once, on platform threads. A thread ends
 * after it was idle for {@link #IDLE}. Thread-safe.
 */
final class StepThreads {

    /** The most steps at once, and so the most threads; a DataSource usually has fewer connections. */
    static final int MOST = 64;

    private static final Duration IDLE = Duration.ofSeconds(60);

    private final Semaphore free = new Semaphore(MOST);
    private final LockClock clock;
    private final ThreadPoolExecutor threads;

    /**
     * All threads have the context class loader of the thread that calls this, not of the one that first needs a
     * thread.
     */
    StepThreads(String name, LockClock clock) {
        this.clock = clock;
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        this.threads = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> new StepThread(task, name, loader));
    }

    /** Marks the threads: a step that is part of another one stays on its thread. */
    private static final class StepThread extends Thread {

        StepThread(Runnable task, String name, ClassLoader loader) {
            // Inherits no thread-locals: a caller's transaction may be in one.
            super(null, task, name, 0, false);
            setDaemon(true);
            setContextClassLoader(loader);
        }
    }

    /**
     * Runs a step on one of the threads. The caller waits at most {@code limit} until the step has begun, and then until
     * it has ended.
     *
     * @param limit for a thread and a connection
     * @param interruptible whether an interrupt ends the wait for a step that has not begun; the caller is interrupted
     *     afterwards in either case
     * @throws SQLException what the step threw, or why it did not begin
     */
    <T> T call(Duration limit, boolean interruptible, ThreadStep.Body<T> body) throws SQLException {
        if (Thread.currentThread() instanceof StepThread) {
            return body.run(() -> {});
        }
        long deadline = clock.nanoTime() + limit.toNanos();
        ThreadStep<T> step = new ThreadStep<>(body, clock);
        boolean interrupted = false;
        boolean admitted = free.tryAcquire();
        try {
            while (!admitted) {
                try {
                    admitted = free.tryAcquire(deadline - clock.nanoTime(), TimeUnit.NANOSECONDS);
                    if (!admitted) {
                        throw new SQLTransientConnectionException("all " + MOST + " threads for steps are in use");
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    if (interruptible) {
                        throw ThreadStep.interrupted(e);
                    }
                }
            }
            start(step);
            return step.await(deadline, interruptible);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The permit goes back when the thread is done with the step, also if the caller has left it. */
    private void start(ThreadStep<?> step) throws SQLException {
        boolean started = false;
        try {
            threads.execute(() -> {
                try {
                    step.run();
                } finally {
                    free.release();
                }
            });
            started = true;
        } catch (RejectedExecutionException e) {
            throw new SQLException("the client is closed", e);
        } catch (OutOfMemoryError e) {
            throw new SQLTransientConnectionException("the JVM started no thread for the step", e);
        } finally {
            if (!started) {
                free.release();
            }
        }
    }

    void close() {
        threads.shutdown();
    }
}
