// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.LockClock;
import dev.interlock.internal.machine.Machine;
import dev.interlock.spi.AttemptId;
import java.lang.ref.Cleaner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** This machine, which has no threads to give while a test says so. */
final class PoorMachine implements Machine {

    private final Machine machine;
    private final Supplier<Throwable> failure;
    private final UnaryOperator<ThreadPoolExecutor> pools;
    private final AtomicInteger keepers = new AtomicInteger();
    private volatile boolean poor;
    private volatile boolean poorOutsidePools;

    /** A machine that fails in this way. */
    PoorMachine(LockClock clock, Supplier<Throwable> failure) {
        this(clock, failure, pool -> pool);
    }

    /** The same, with pools that a test has changed. */
    PoorMachine(LockClock clock, Supplier<Throwable> failure, UnaryOperator<ThreadPoolExecutor> pools) {
        machine = Machine.under(clock);
        this.failure = failure;
        this.pools = pools;
    }

    void startNoThreads() {
        poor = true;
    }

    /** Only pools have threads to give. */
    void startNoThreadsButOfPools() {
        poorOutsidePools = true;
    }

    void startThreads() {
        poor = false;
        poorOutsidePools = false;
    }

    private void failIfPoor() {
        failIf(poor);
    }

    private void failIf(boolean lacking) {
        if (lacking) {
            Throwable thrown = failure.get();
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    @Override
    public ThreadPoolExecutor pool(
            String prefix, int threads, BlockingQueue<Runnable> queue, RejectedExecutionHandler refused) {
        ThreadPoolExecutor pool = pools.apply(machine.pool(prefix, threads, queue, refused));
        ThreadFactory factory = pool.getThreadFactory();
        pool.setThreadFactory(task -> {
            failIfPoor();
            return factory.newThread(task);
        });
        return pool;
    }

    @Override
    public void start(String prefix, Runnable task) {
        failIf(poor || poorOutsidePools);
        machine.start(prefix, task);
    }

    /** How many keep the thread of the timers. */
    int keepers() {
        return keepers.get();
    }

    @Override
    public Timer keepTimerThread() {
        keepers.incrementAndGet();
        return keepers::decrementAndGet;
    }

    @Override
    public void log(Runnable line) {
        machine.log(line);
    }

    @Override
    public void awaitLog(long nanos) throws InterruptedException {
        machine.awaitLog(nanos);
    }

    @Override
    public long nanoTime() {
        return machine.nanoTime();
    }

    @Override
    public long wallMillis() {
        return machine.wallMillis();
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        return machine.schedule(delayNanos, task);
    }

    @Override
    public ReentrantLock lock() {
        return machine.lock();
    }

    @Override
    public void park(Object blocker) {
        machine.park(blocker);
    }

    @Override
    public void unpark(Thread thread) {
        machine.unpark(thread);
    }

    @Override
    public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
        return machine.await(latch, nanos);
    }

    @Override
    public <T> T join(CompletableFuture<T> future) {
        return machine.join(future);
    }

    @Override
    public <T extends @Nullable Object> T uninterruptibly(Supplier<T> step) {
        return machine.uninterruptibly(step);
    }

    @Override
    public long uptimeNanos() {
        return machine.uptimeNanos();
    }

    @Override
    public long random(long from, long below) {
        return machine.random(from, below);
    }

    @Override
    public AttemptId attemptId() {
        return machine.attemptId();
    }

    @Override
    public Cleaner.Cleanable watch(Object object, Runnable gone) {
        return machine.watch(object, gone);
    }
}
