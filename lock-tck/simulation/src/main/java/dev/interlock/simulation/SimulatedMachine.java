// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.internal.machine.Machine;
import dev.interlock.spi.AttemptId;
import java.lang.ref.Cleaner;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The machine under one simulated client. */
final class SimulatedMachine implements Machine {

    private final Schedule schedule;
    private final SimulatedProcess process;
    private final Chance chance;
    private final EventLoop timers;
    private final Map<Thread, Boolean> permits = new HashMap<>();

    SimulatedMachine(Schedule schedule, SimulatedProcess process, Chance chance) {
        this.schedule = schedule;
        this.process = process;
        this.chance = chance;
        timers = new EventLoop(schedule, "timer", process, process);
    }

    @Override
    public long nanoTime() {
        schedule.point();
        return uptimeNanos();
    }

    @Override
    public long wallMillis() {
        return process.wallMillis(schedule.now());
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        Runnable cancel = timers.at(uptimeNanos() + delayNanos, task);
        return cancel::run;
    }

    /** At once: writing a line changes nothing. */
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
        return new SimulatedPool(schedule, process, prefix, threads, queue, refused);
    }

    @Override
    public void start(String prefix, Runnable task) {
        schedule.spawn(prefix, process, task);
        schedule.point();
    }

    @Override
    public ReentrantLock lock() {
        return new SimulatedLock(schedule);
    }

    @Override
    public void park(Object blocker) {
        Thread self = Thread.currentThread();
        schedule.block(() -> permits.containsKey(self), () -> SimulatedThread.NEVER);
        permits.remove(self);
    }

    @Override
    public void unpark(Thread thread) {
        permits.put(thread, true);
        schedule.point();
    }

    @Override
    public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
        long end = nanos == Long.MAX_VALUE ? SimulatedThread.NEVER : uptimeNanos() + nanos;
        // Its clock may stand still meanwhile, so the time of the end can change.
        schedule.block(
                () -> latch.getCount() == 0,
                () -> end == SimulatedThread.NEVER ? SimulatedThread.NEVER : process.timeOf(end));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return latch.getCount() == 0;
    }

    @Override
    public <T> T join(CompletableFuture<T> future) {
        schedule.blockUninterruptibly(future::isDone, () -> SimulatedThread.NEVER);
        return future.join();
    }

    /** On the same thread, whatever its carrier is. */
    @Override
    public <T extends @Nullable Object> T uninterruptibly(Supplier<T> step) {
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
        return process.monotonic(schedule.now());
    }

    @Override
    public long random(long from, long below) {
        return chance.between(from, below);
    }

    @Override
    public AttemptId attemptId() {
        return new AttemptId(chance.next(), chance.next());
    }

    @Override
    public Cleaner.Cleanable watch(Object object, Runnable gone) {
        return new Cleaner.Cleanable() {
            private boolean ended;

            @Override
            public void clean() {
                if (!ended) {
                    ended = true;
                    gone.run();
                }
            }
        };
    }
}
