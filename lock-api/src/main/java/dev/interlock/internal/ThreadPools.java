// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockClock;
import java.util.concurrent.BlockingQueue;
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
 * acquisitions and withdrawals that hang in a slow store cannot delay them; and so have the releases of a client that
 * closes, which must not wait for renewals that hang.
 */
final class ThreadPools {

    /** Threads that make attempts for acquisitions that have no thread of their own. */
    static final int WORK_THREADS = 8;

    /** Threads that withdraw. */
    static final int COMPENSATION_THREADS = 4;

    /** Threads that complete users' futures. */
    static final int CALLBACK_THREADS = 4;

    static final RejectedExecutionHandler DROP_AFTER_CLOSE = (task, pool) -> {};

    /** What users wait for is told even after the close, and still not on the thread that found out. */
    static final RejectedExecutionHandler RUN_AFTER_CLOSE =
            (task, pool) -> threads("interlock-late-callback").newThread(task).start();

    static final long IDLE_SECONDS = 10;

    final ExecutorService work;
    final ExecutorService compensation;
    final ExecutorService callbacks;
    final RenewalThreads renewals;
    final ExecutorService closing;
    final LossThreads losses;

    /** The threads of a client that renews on so many at most, and releases on as many when it closes. */
    ThreadPools(int renewalThreads, LockClock clock, TimerQueue timers) {
        work = new PatientPool("interlock-work", WORK_THREADS, DROP_AFTER_CLOSE, clock, timers);
        compensation = new PatientPool("interlock-compensation", COMPENSATION_THREADS, DROP_AFTER_CLOSE, clock, timers);
        callbacks = new PatientPool("interlock-callback", CALLBACK_THREADS, RUN_AFTER_CLOSE, clock, timers);
        renewals = new RenewalThreads(renewalThreads);
        closing = pool("interlock-close", renewalThreads, new LinkedBlockingQueue<>(), DROP_AFTER_CLOSE);
        losses = new LossThreads(clock, timers);
    }

    /** Takes no more tasks; those that it has are still done. */
    void shutdown() {
        work.shutdown();
        renewals.shutdown();
        closing.shutdown();
        compensation.shutdown();
        callbacks.shutdown();
        losses.shutdown();
    }

    static ThreadFactory threads(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    static ThreadPoolExecutor pool(
            String prefix, int size, BlockingQueue<Runnable> queue, RejectedExecutionHandler afterClose) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(size, size, IDLE_SECONDS, TimeUnit.SECONDS, queue, threads(prefix), afterClose);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
