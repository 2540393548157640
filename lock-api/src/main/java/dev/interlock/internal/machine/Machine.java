// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import dev.interlock.LockClock;
import dev.interlock.spi.AttemptId;
import java.lang.ref.Cleaner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The machine under one client: its clock, its threads and their waits, and chance. Everything in the engine that two
 * runs could do differently comes from here, so that a simulated machine decides all of it. Thread-safe.
 */
public interface Machine extends LockClock {

    /**
     * The machine that a client runs on.
     *
     * @param clock what the client was given: a machine, another clock, or null for the system's
     * @return the clock itself if it is a machine; else this machine, with that clock
     */
    static Machine under(@Nullable LockClock clock) {
        return clock instanceof Machine machine ? machine : new RealMachine(clock != null ? clock : SystemClock.SHARED);
    }

    /**
     * Keeps the thread of the timers from ending while it has nothing to do: a machine that has no thread left could not
     * start it again, and locks depend on it.
     *
     * @return lets it end
     */
    default Timer keepTimerThread() {
        return () -> {};
    }

    /**
     * Has a line written to the log by a thread that no lock depends on. Neither blocks nor throws.
     *
     * @param line writes it
     */
    void log(Runnable line);

    /**
     * Waits until the lines that were handed in before are written.
     *
     * @param nanos for so long at most
     * @throws InterruptedException if the thread is interrupted
     */
    void awaitLog(long nanos) throws InterruptedException;

    /**
     * Makes a pool of daemon threads that end when idle.
     *
     * @param prefix what its threads are called
     * @param threads how many there are at most
     * @param queue for tasks that find no thread
     * @param refused what happens to tasks that come after the shutdown, or find no place in the queue
     * @return the pool
     */
    ThreadPoolExecutor pool(
            String prefix, int threads, BlockingQueue<Runnable> queue, RejectedExecutionHandler refused);

    /**
     * Runs a task on a daemon thread of its own.
     *
     * @param prefix what the thread is called
     * @param task what it does
     */
    void start(String prefix, Runnable task);

    /**
     * Makes a lock between threads.
     *
     * @return a lock that is free
     */
    ReentrantLock lock();

    /**
     * Lets the current thread rest until it is unparked or interrupted, or for no reason at all.
     *
     * @param blocker what it waits for, for people
     */
    void park(Object blocker);

    /**
     * Ends a rest, or the next one.
     *
     * @param thread whose
     */
    void unpark(Thread thread);

    /**
     * Waits for a latch.
     *
     * @param latch which
     * @param nanos for so long at most, by {@link #uptimeNanos}
     * @return whether it was counted down in time
     * @throws InterruptedException if the thread is interrupted
     */
    boolean await(CountDownLatch latch, long nanos) throws InterruptedException;

    /**
     * Waits for a future, whatever happens to the thread.
     *
     * @param <T> what it ends with
     * @param future which
     * @return what it ended with
     */
    <T> T join(CompletableFuture<T> future);

    /**
     * Runs a step without the interrupt of the current thread, which is set again afterwards. A virtual thread has it run
     * by a platform thread, and waits for one at the bound of these.
     *
     * @param <T> what the step gives
     * @param step what to do
     * @return what the step gave
     */
    <T extends @Nullable Object> T uninterruptibly(Supplier<T> step);

    /** {@return the monotonic time by which a close is bounded, in nanoseconds: not that of a clock that was given} */
    long uptimeNanos();

    /**
     * A number by chance.
     *
     * @param from the least
     * @param below more than the greatest
     * @return one in between
     */
    long random(long from, long below);

    /** {@return an id that no other attempt has} */
    AttemptId attemptId();

    /**
     * Watches over an object that may be dropped.
     *
     * @param object what
     * @param gone run once, when the object is garbage or the watch is ended; must not refer to the object
     * @return ends the watch
     */
    Cleaner.Cleanable watch(Object object, Runnable gone);
}
