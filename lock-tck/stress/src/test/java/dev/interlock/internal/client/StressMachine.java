// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.internal.machine.Machine;
import dev.interlock.spi.AttemptId;
import java.lang.ref.Cleaner;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A machine without threads of its own: tasks and timers wait until a test runs them, and time stands still until it is
 * moved. So the only races are those between the actors, and a later look sees all that came of them.
 */
public final class StressMachine implements Machine {

    private final List<WaitingPool> pools = new CopyOnWriteArrayList<>();
    private final Queue<SetTimer> timers = new ConcurrentLinkedQueue<>();
    private final AtomicLong attempts = new AtomicLong();
    private volatile long nanos;
    private volatile boolean threads = true;
    private volatile boolean stalled;

    /** A timer that was neither cancelled nor fired. */
    private record SetTimer(long dueNanos, Runnable task) {}

    /** Moves the time, and fires nothing. */
    public void advanceTo(long later) {
        nanos = later;
    }

    /** Whether pools find threads for new tasks. */
    public void haveThreads(boolean some) {
        threads = some;
    }

    boolean hasThreads() {
        return threads;
    }

    /** Fires the timers that are due, each once, even if another thread does so at the same time. */
    public void fire() {
        for (SetTimer timer : List.copyOf(timers)) {
            if (timer.dueNanos - nanos <= 0 && timers.remove(timer)) {
                timer.task.run();
            }
        }
    }

    /** Runs one task of each pool that has any; false if none had. */
    public boolean runSome() {
        boolean some = false;
        for (WaitingPool pool : pools) {
            some |= pool.runNext();
        }
        return some;
    }

    /** Runs all tasks, those that come of them and the timers that are due, until nothing is left to do. */
    public void settle() {
        boolean some;
        do {
            fire();
            some = runSome();
        } while (some);
    }

    /** How many timers are set. */
    public int timers() {
        return timers.size();
    }

    /** Whether a thread waited for what never came. */
    boolean hasStalled() {
        return stalled;
    }

    @Override
    public long nanoTime() {
        Perturbed.point();
        return nanos;
    }

    @Override
    public long wallMillis() {
        return nanos / 1_000_000;
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        Perturbed.point();
        SetTimer timer = new SetTimer(nanos + delayNanos, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    /** At once: what is written changes nothing. */
    @Override
    public void log(Runnable line) {
        line.run();
    }

    @Override
    public void awaitLog(long nanos) {
        // Every line is written.
    }

    @Override
    public ThreadPoolExecutor pool(
            String prefix, int threads, BlockingQueue<Runnable> queue, RejectedExecutionHandler refused) {
        WaitingPool pool = new WaitingPool(this, queue, refused);
        pools.add(pool);
        return pool;
    }

    @Override
    public void start(String prefix, Runnable task) {
        task.run();
    }

    @Override
    public ReentrantLock lock() {
        return new Perturbed();
    }

    @Override
    public void park(Object blocker) {
        LockSupport.park(blocker);
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    /** A waiting thread does the work of all pools meanwhile; an actor may still be about to hand some in. */
    @Override
    public boolean await(CountDownLatch latch, long limitNanos) {
        long begin = System.nanoTime();
        // A wait of no time is a look: nothing has to come.
        while (limitNanos > 0 && latch.getCount() > 0) {
            if (!runSome()) {
                Perturbed.rest();
            }
            if (System.nanoTime() - begin > Patience.nanos()) {
                Patience.isOver();
                stalled = true;
                return false;
            }
        }
        return latch.getCount() == 0;
    }

    @Override
    public <T> T join(CompletableFuture<T> future) {
        return future.join();
    }

    @Override
    public <T extends @Nullable Object> T uninterruptibly(Supplier<T> step) {
        return step.get();
    }

    @Override
    public long uptimeNanos() {
        Perturbed.point();
        return 0;
    }

    @Override
    public long random(long from, long below) {
        return from;
    }

    @Override
    public AttemptId attemptId() {
        return new AttemptId(1, attempts.incrementAndGet());
    }

    @Override
    public Cleaner.Cleanable watch(Object object, Runnable gone) {
        Perturbed.point();
        return () -> {};
    }
}
