// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.lang.ref.Cleaner;
import java.security.SecureRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * This machine, with a clock that may be another's.
 *
 * @param clock reads the time and has the timers
 * @param steps where virtual threads have their steps run
 */
record RealMachine(LockClock clock, StepThreads steps) implements Machine {

    /** How long a thread without work is kept. */
    private static final long IDLE_SECONDS = 10;

    private static final Watches WATCHES = new Watches(
            task -> new DaemonThreads("interlock-cleaner").newThread(task).start(),
            TimeUnit.SECONDS.toMillis(IDLE_SECONDS));

    private static final AttemptIds ATTEMPT_IDS = new AttemptIds(new SecureRandom(), SystemClock.SHARED::nanoTime);

    RealMachine(LockClock clock) {
        this(clock, new StepThreads());
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public long wallMillis() {
        return clock.wallMillis();
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        return clock.schedule(delayNanos, task);
    }

    @Override
    public Timer keepTimerThread() {
        return clock instanceof SystemClock system ? system.keepThread() : () -> {};
    }

    @Override
    public void log(Runnable line) {
        LogThread.SHARED.add(line);
    }

    @Override
    public void awaitLog(long nanos) throws InterruptedException {
        LogThread.SHARED.await(nanos);
    }

    @Override
    public ThreadPoolExecutor pool(
            String prefix, int threads, BlockingQueue<Runnable> queue, RejectedExecutionHandler refused) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, queue, new DaemonThreads(prefix), refused);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    @Override
    public void start(String prefix, Runnable task) {
        new DaemonThreads(prefix).newThread(task).start();
    }

    @Override
    public ReentrantLock lock() {
        return new ReentrantLock();
    }

    @Override
    public void park(Object blocker) {
        LockSupport.park(blocker);
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
        return latch.await(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> T join(CompletableFuture<T> future) {
        // CompletableFuture.join on a thread of the common pool runs other tasks of the pool while it waits.
        // Such a task may wait for a lock that the caller of this method has yet to release.
        if (!future.isDone()) {
            Thread waiter = Thread.currentThread();
            future.whenComplete((value, failure) -> unpark(waiter));
            boolean interrupted = false;
            while (!future.isDone()) {
                park(future);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                waiter.interrupt();
            }
        }
        return future.join();
    }

    @Override
    public <T extends @Nullable Object> T uninterruptibly(Supplier<T> step) {
        if (VirtualThreads.isCurrent()) {
            return steps.call(step);
        }
        boolean interrupted = Thread.interrupted();
        try {
            return step.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public long uptimeNanos() {
        return SystemClock.SHARED.nanoTime();
    }

    @Override
    public long random(long from, long below) {
        return ThreadLocalRandom.current().nextLong(from, below);
    }

    @Override
    public AttemptId attemptId() {
        return ATTEMPT_IDS.next();
    }

    @Override
    public Cleaner.Cleanable watch(Object object, Runnable gone) {
        return WATCHES.begin(object, gone);
    }
}
