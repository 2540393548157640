// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import dev.interlock.spi.toolbox.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that writes all lines of the process' clients to the log, in their order. An appender can block for as long
 * as it likes, and no thread that a lock depends on may wait for it. Lines that find no place in the queue are dropped,
 * and their number is written as soon as the log takes lines again. The thread ends when it is idle. Thread-safe.
 */
final class LogThread {

    /** How many lines wait at most. */
    static final int MOST_LINES = 1_024;

    static final LogThread SHARED = new LogThread(
            task -> new DaemonThreads("interlock-log").newThread(task).start(), Duration.ofSeconds(10));

    /** Only for this thread's own reports, which it writes itself. */
    private static final Logger LOG = LoggerFactory.getLogger(LogThread.class);

    private final BlockingQueue<Runnable> lines = new ArrayBlockingQueue<>(MOST_LINES);
    private final AtomicLong unwritten = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicBoolean running = new AtomicBoolean();
    private final Executor threads;
    private final Duration idle;

    /**
     * A log whose thread is started for the first line, and again after it has ended.
     *
     * @param threads starts a thread for the task
     * @param idle how long the thread waits for another line
     */
    LogThread(Executor threads, Duration idle) {
        this.threads = threads;
        this.idle = idle;
    }

    /** Has a line written soon. Neither blocks nor throws. */
    void add(Runnable line) {
        if (!isQueued(line)) {
            dropped.incrementAndGet();
        }
        startIfNeeded();
    }

    /** Counted first: a line that was written before it counts would stand for another one that was not. */
    private boolean isQueued(Runnable line) {
        unwritten.incrementAndGet();
        boolean queued = lines.offer(line);
        if (!queued) {
            unwritten.decrementAndGet();
        }
        return queued;
    }

    /** Waits until all lines that were added before are written, for so long at most. */
    void await(long nanos) throws InterruptedException {
        CountDownLatch written = new CountDownLatch(1);
        if (unwritten.get() > 0 && isQueued(written::countDown)) {
            startIfNeeded();
            written.await(nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void startIfNeeded() {
        if (!running.get() && running.compareAndSet(false, true)) {
            try {
                threads.execute(this::writeUntilIdle);
            } catch (RuntimeException | Error e) {
                // There is no thread now. The lines stay, and the next one tries again.
                running.set(false);
            }
        }
    }

    private void writeUntilIdle() {
        try {
            Runnable line = lines.poll(idle.toNanos(), TimeUnit.NANOSECONDS);
            while (line != null) {
                write(line);
                reportDropped();
                line = lines.poll(idle.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            // An appender may leave the flag set. The thread ends, and another one goes on.
        }
        running.set(false);
        if (!lines.isEmpty()) {
            startIfNeeded();
        }
    }

    private void write(Runnable line) {
        try {
            line.run();
        } catch (RuntimeException | Error e) {
            // The log itself fails, so there is no place to report it. The next line may succeed.
        } finally {
            unwritten.decrementAndGet();
        }
    }

    private void reportDropped() {
        long lost = dropped.getAndSet(0);
        if (lost > 0) {
            unwritten.incrementAndGet();
            write(() -> LOG.warn("{} lines of lock clients were dropped because the log was too slow", lost));
        }
    }
}
