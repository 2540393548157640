// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool without threads: its tasks wait until a waiting thread runs them. */
final class WaitingPool extends ThreadPoolExecutor {

    private final StressMachine machine;

    WaitingPool(StressMachine machine, BlockingQueue<Runnable> queue, RejectedExecutionHandler refused) {
        super(1, 1, 1, TimeUnit.SECONDS, queue, refused);
        this.machine = machine;
    }

    @Override
    public void execute(Runnable task) {
        if (!isShutdown() && !machine.hasThreads()) {
            throw new OutOfMemoryError("no thread");
        }
        if (isShutdown() || !getQueue().offer(task)) {
            getRejectedExecutionHandler().rejectedExecution(task, this);
        }
        Perturbed.point();
    }

    boolean runNext() {
        Runnable task = getQueue().poll();
        if (task != null) {
            task.run();
        }
        return task != null;
    }

    /** Would start threads for what waits. */
    @Override
    public void setCorePoolSize(int size) {}

    /** Would start threads for what waits. */
    @Override
    public void setMaximumPoolSize(int size) {}

    /** Nothing is left of a pool that is shut down once its tasks have been run. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        machine.settle();
        return true;
    }
}
