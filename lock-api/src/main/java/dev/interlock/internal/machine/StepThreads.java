// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import dev.interlock.spi.toolbox.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The platform threads of one client on which virtual threads have their steps run (decision 20). An interrupt of a
 * virtual thread closes the socket that it reads from, and a virtual thread that is pinned can leave no carrier for
 * another one; neither concerns these. There are {@value #MOST} at most. A step that finds none free within
 * {@link #LONGEST_WAIT} does not begin. Threads end when they are idle. Thread-safe.
 */
final class StepThreads {

    /** How many steps of virtual threads run at once. */
    static final int MOST = 256;

    /** How long a step waits for a thread: as long as the standard time-out of a step. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final long IDLE_SECONDS = 10;

    /** How soon to ask again for a thread that the machine did not have. */
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private final ThreadPoolExecutor threads;
    private final long longestWaitNanos;

    StepThreads() {
        this(MOST, LONGEST_WAIT);
    }

    /** The same with other bounds, for tests. */
    StepThreads(int most, Duration longestWait) {
        longestWaitNanos = longestWait.toNanos();
        // Without room for tasks, so that a caller hands its step to a thread or knows that none has it.
        threads = new ThreadPoolExecutor(
                0,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(true),
                new DaemonThreads("interlock-step"));
    }

    /**
     * Runs a step on one of the threads and waits for it, whatever happens to the current thread; an interrupt stays in
     * its flag.
     *
     * @throws NoThreadException if no thread was free in time: the step has not begun, and never will
     */
    <T extends @Nullable Object> T call(Supplier<T> step) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Once task = new Once(() -> {
            try {
                outcome.complete(step.get());
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        });
        boolean interrupted = false;
        try {
            long end = SystemClock.SHARED.nanoTime() + longestWaitNanos;
            boolean submitted = false;
            while (!submitted) {
                try {
                    submitted = submit(task, end);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            while (true) {
                try {
                    return outcome.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw unchecked(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** False if it is to be tried again. */
    private boolean submit(Once task, long endNanos) throws InterruptedException {
        long left = endNanos - SystemClock.SHARED.nanoTime();
        try {
            threads.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return offer(task, left, left, e);
        } catch (OutOfMemoryError e) {
            return offer(task, Math.min(left, PAUSE_NANOS), left, e);
        }
    }

    /** Gives the task to the next thread that comes free. */
    private boolean offer(Once task, long nanos, long leftNanos, Throwable why) throws InterruptedException {
        if (threads.getQueue().offer(task, Math.max(0, nanos), TimeUnit.NANOSECONDS)) {
            return true;
        }
        if (leftNanos - nanos > 0) {
            return false;
        }
        // A pool that failed may have taken it all the same.
        if (task.cancel()) {
            throw new NoThreadException(
                    "no thread was free for a step of a virtual thread within "
                            + Duration.ofNanos(longestWaitNanos).toMillis() + " ms, of " + threads.getMaximumPoolSize()
                            + " at most: the store was not asked",
                    why);
        }
        return true;
    }

    private static RuntimeException unchecked(@Nullable Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        // Checked ones too: code in other languages throws them undeclared.
        return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
    }
}
