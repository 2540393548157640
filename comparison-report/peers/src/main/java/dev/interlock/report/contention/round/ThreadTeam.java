// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The threads of one JVM in one round, with their results and the JVM's. Used by one thread, which starts them and
 * waits for them.
 */
final class ThreadTeam {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch done;
    private final CountDownLatch measured = new CountDownLatch(1);
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final List<ThreadTally> tallies = new ArrayList<>();
    private final long nanos;

    /** Starts the threads, which wait for {@link #run}. */
    ThreadTeam(List<? extends ThreadWork> work, long millis) {
        this.nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        this.done = new CountDownLatch(work.size());
        CountDownLatch ready = new CountDownLatch(work.size());
        for (ThreadWork each : work) {
            ThreadTally tally = new ThreadTally();
            tallies.add(tally);
            Thread thread = new Thread(() -> live(each, tally, ready), "contender");
            thread.setDaemon(true);
            thread.start();
        }
        try {
            ready.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A thread stays alive until its allocated bytes are counted: those of a dead thread are lost. */
    private void live(ThreadWork work, ThreadTally tally, CountDownLatch ready) {
        ready.countDown();
        try {
            go.await();
            work.run(System.nanoTime() + nanos, tally);
        } catch (Exception e) {
            failures.add(e.toString());
        } finally {
            done.countDown();
        }
        try {
            measured.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs the threads to their end. */
    RoundShare run() throws InterruptedException {
        long cpu = SYSTEM.getProcessCpuTime();
        long bytes = allocatedBytes();
        go.countDown();
        done.await();
        cpu = SYSTEM.getProcessCpuTime() - cpu;
        bytes = allocatedBytes() - bytes;
        measured.countDown();
        Histogram waits = new Histogram(3);
        tallies.forEach(tally -> waits.add(tally.waits()));
        return new RoundShare(
                tallies.stream().map(ThreadTally::count).toList(),
                HistogramText.of(waits),
                cpu,
                Math.max(0, bytes),
                tallies.stream().mapToLong(ThreadTally::violations).sum(),
                failures.stream().findFirst().orElse(""));
    }

    private static long allocatedBytes() {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
