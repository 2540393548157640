// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one client: few, daemons, gone when idle. Their queues need no bound of their own, since every
 * acquisition, tenure and withdrawal has at most one task in them. Renewals have threads of their own, so that
 * acquisitions and withdrawals that hang in a slow store cannot delay them.
 */
final class ThreadPools {

    /** Threads that make attempts for acquisitions that have no thread of their own. */
    static final int WORK_THREADS = 8;

    /** Threads that renew, and release at close. */
    static final int UPKEEP_THREADS = 4;

    /** Threads that withdraw. */
    static final int COMPENSATION_THREADS = 4;

    /** Threads that complete users' futures. */
    static final int CALLBACK_THREADS = 4;

    /**
     * Threads that tell consumers of losses: many, since a consumer that gets stuck on one must not keep it from
     * others.
     */
    static final int LOSS_CALLBACK_THREADS = 64;

    private static final long IDLE_SECONDS = 10;
    private static final RejectedExecutionHandler DROP_AFTER_CLOSE = (task, pool) -> {};

    /** What users wait for is told even after the close, and still not on the thread that found out. */
    private static final RejectedExecutionHandler RUN_AFTER_CLOSE =
            (task, pool) -> threads("interlock-late-callback").newThread(task).start();

    final ExecutorService work = pool("interlock-work", WORK_THREADS, DROP_AFTER_CLOSE);
    final ExecutorService upkeep = pool("interlock-upkeep", UPKEEP_THREADS, DROP_AFTER_CLOSE);
    final ExecutorService compensation = pool("interlock-compensation", COMPENSATION_THREADS, DROP_AFTER_CLOSE);
    final ExecutorService lossCallbacks = pool("interlock-loss", LOSS_CALLBACK_THREADS, RUN_AFTER_CLOSE);
    final ExecutorService callbacks = pool("interlock-callback", CALLBACK_THREADS, RUN_AFTER_CLOSE);

    /** Takes no more tasks and waits, at most that long, for the renewals and withdrawals under way. */
    void shutdown(long seconds) {
        work.shutdown();
        upkeep.shutdown();
        compensation.shutdown();
        callbacks.shutdown();
        lossCallbacks.shutdown();
        try {
            if (upkeep.awaitTermination(seconds, TimeUnit.SECONDS)) {
                compensation.awaitTermination(seconds, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static ThreadFactory threads(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private static ExecutorService pool(String prefix, int size, RejectedExecutionHandler afterClose) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads(prefix), afterClose);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
