// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import java.lang.ref.Cleaner;
import java.security.SecureRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** This machine, with a clock that may be another's. */
record RealMachine(LockClock clock) implements Machine {

    /** How long a thread without work is kept. */
    private static final long IDLE_SECONDS = 10;

    private static final Watches WATCHES = new Watches(
            task -> threads("interlock-cleaner").newThread(task).start(), TimeUnit.SECONDS.toMillis(IDLE_SECONDS));

    private static final AttemptIds ATTEMPT_IDS = new AttemptIds(new SecureRandom(), SystemClock.SHARED::nanoTime);

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

    static ThreadFactory threads(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public ThreadPoolExecutor pool(
            String prefix, int threads, BlockingQueue<Runnable> queue, RejectedExecutionHandler refused) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, queue, threads(prefix), refused);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    @Override
    public void start(String prefix, Runnable task) {
        threads(prefix).newThread(task).start();
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
        return future.join();
    }

    @Override
    public <T extends @Nullable Object> T uninterruptibly(Supplier<T> step) {
        return Uninterruptibly.call(step);
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
