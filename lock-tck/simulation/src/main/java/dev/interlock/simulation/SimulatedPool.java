// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool of simulated threads; they stay until its shutdown. The real threads of its superclass never start. */
final class SimulatedPool extends ThreadPoolExecutor {

    private final Schedule schedule;
    private final SimulatedProcess process;
    private final String prefix;
    private int most;
    private int threads;
    private int idle;
    private long completed;
    private boolean shutdown;

    SimulatedPool(
            Schedule schedule,
            SimulatedProcess process,
            String prefix,
            int most,
            BlockingQueue<Runnable> queue,
            RejectedExecutionHandler refused) {
        super(most, most, 0, TimeUnit.SECONDS, queue, refused);
        this.schedule = schedule;
        this.process = process;
        this.prefix = prefix;
        this.most = most;
    }

    @Override
    public void execute(Runnable task) {
        boolean taken = !shutdown;
        if (taken && getQueue().size() < idle) {
            getQueue().add(task);
        } else if (taken && threads < most) {
            getQueue().add(task);
            threads++;
            schedule.spawn(prefix + "-" + threads, process, this::work);
        } else if (!taken || !getQueue().offer(task)) {
            getRejectedExecutionHandler().rejectedExecution(task, this);
        }
        schedule.point();
    }

    private void work() {
        while (true) {
            Runnable task = getQueue().poll();
            if (task != null) {
                task.run();
                completed++;
                // As in a real pool, the next task must not find the interrupt flag that one task leaves.
                Thread.interrupted();
            } else if (shutdown) {
                threads--;
                return;
            } else {
                idle++;
                schedule.blockUninterruptibly(() -> !getQueue().isEmpty() || shutdown, () -> SimulatedThread.NEVER);
                idle--;
            }
        }
    }

    @Override
    public void shutdown() {
        shutdown = true;
        schedule.point();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        long end = schedule.now() + unit.toNanos(time);
        schedule.block(() -> threads == 0, () -> end);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return threads == 0;
    }

    @Override
    public long getCompletedTaskCount() {
        return completed;
    }

    @Override
    public int getCorePoolSize() {
        return most;
    }

    @Override
    public void setCorePoolSize(int size) {
        most = size;
    }
}
