// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Threads of which one runs at a time, and the time of their world, which passes only while none of them can run. A
 * thread gives way where it waits and where its order requires it; in between it runs alone. So the order decides
 * everything. Only the thread with the baton may call the methods.
 */
final class Schedule {

    /** A schedule with more steps counts as endless. */
    private static final int MOST_STEPS = 150_000;

    /** A schedule that takes longer than a week counts as endless, too. */
    private static final long LATEST = 7 * 24 * 3600 * 1_000_000_000L;

    private final Order order;
    private final Carrier.Crew crew;
    private final List<SimulatedThread> threads = new ArrayList<>();
    private final List<SimulatedThread> runnable = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable SimulatedThread director;
    private @Nullable SimulatedThread current;
    private @Nullable Throwable failure;
    private long now;
    private int steps;
    private boolean over;

    Schedule(Order order, Carrier.Crew crew) {
        this.order = order;
        this.crew = crew;
    }

    /**
     * Runs the first thread, and all threads that it starts, until the first one ends; then cuts off the others.
     *
     * @param limit real time, after which the thread with the baton is taken to wait for something outside of the
     *     simulation
     * @return the failure, or null
     * @throws IllegalStateException if it takes longer than that; the crew cannot be used any more
     */
    @Nullable
    Throwable run(Runnable first, Duration limit) throws InterruptedException {
        SimulatedThread started = spawn("director", null, first);
        director = started;
        current = started;
        started.carrier.pass();
        if (!ended.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException(
                    "stands still for " + limit + " after " + steps + " steps; it has the baton:\n"
                            + Arrays.stream(current().carrier.thread().getStackTrace())
                                    .map(frame -> "    at " + frame)
                                    .collect(Collectors.joining("\n", current() + "\n", "")));
        }
        return failure;
    }

    /** Starts a thread; it runs when the order chooses it. */
    SimulatedThread spawn(String name, @Nullable SimulatedProcess process, Runnable body) {
        SimulatedThread thread = new SimulatedThread(name, process, crew.take());
        order.begins(thread);
        threads.add(thread);
        thread.carrier.carry(() -> live(thread, body));
        return thread;
    }

    private void live(SimulatedThread thread, Runnable body) {
        try {
            if (!over) {
                thread.carrier.thread().setName(thread.toString());
                body.run();
            }
        } catch (Abort e) {
            // The normal end of a thread that is cut off.
        } catch (Throwable e) {
            fail(e);
        }
        thread.ended = true;
        if (!over) {
            threads.remove(thread);
        }
        if (thread == director) {
            cutOff();
            thread.carrier.done();
            ended.countDown();
        } else {
            SimulatedThread next = over ? director : chooseOrFail();
            thread.carrier.done();
            pass(next);
        }
    }

    /** The other threads end, one after another. */
    private void cutOff() {
        over = true;
        SimulatedThread self = director;
        // Some threads start others while they end.
        for (int i = 0; i < threads.size() && self != null; i++) {
            SimulatedThread thread = threads.get(i);
            if (!thread.ended) {
                pass(thread);
                self.carrier.rest();
            }
        }
    }

    private void pass(@Nullable SimulatedThread next) {
        if (next == null) {
            throw new IllegalStateException("a schedule runs by its director");
        }
        current = next;
        next.carrier.pass();
    }

    long now() {
        return now;
    }

    /** How many times the schedule chose a thread, or could have. */
    int steps() {
        return steps;
    }

    SimulatedThread current() {
        SimulatedThread running = current;
        if (running == null) {
            throw new IllegalStateException("no thread of this schedule runs");
        }
        return running;
    }

    /** Records a failure; the first one counts, and ends the schedule. */
    void fail(Throwable why) {
        if (failure == null) {
            failure = why;
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    /** A point at which another thread may run instead. */
    void point() {
        requireGoingOn();
        steps++;
        SimulatedThread self = current();
        if (self.process != null) {
            self.stalledUntil = Math.max(self.stalledUntil, self.process.takeStall());
        }
        if (order.preempts() || self.stalledUntil > now) {
            switchFrom(self);
        }
    }

    /** Rests until the condition holds, until a time, or until the thread is interrupted, which its flag then shows. */
    void block(BooleanSupplier ready, LongSupplier until) {
        block(ready, until, true);
    }

    /** The same, but interrupts do not end the rest. */
    void blockUninterruptibly(BooleanSupplier ready, LongSupplier until) {
        block(ready, until, false);
    }

    /** Rests for a while, despite interrupts. */
    void rest(long nanos) {
        long end = now + nanos;
        blockUninterruptibly(() -> false, () -> end);
    }

    private void block(BooleanSupplier ready, LongSupplier until, boolean interruptible) {
        requireGoingOn();
        steps++;
        SimulatedThread self = current();
        self.interrupted |= Thread.interrupted();
        self.interruptible = interruptible;
        self.ready = ready;
        self.until = until;
        switchFrom(self);
        self.ready = null;
        self.until = () -> SimulatedThread.NEVER;
    }

    /** Interrupts a thread; it sees the interrupt when it runs. */
    void interrupt(SimulatedThread thread) {
        thread.interrupted = true;
    }

    private void requireGoingOn() {
        if (over) {
            throw new Abort();
        }
    }

    private void switchFrom(SimulatedThread self) {
        SimulatedThread next = chooseOrFail();
        if (next != self) {
            pass(next);
            self.carrier.rest();
            requireGoingOn();
        }
        if (self.interrupted) {
            self.interrupted = false;
            self.carrier.thread().interrupt();
        }
    }

    private SimulatedThread chooseOrFail() {
        order.stepEnds();
        SimulatedThread first = director;
        if (first == null) {
            throw new IllegalStateException("a schedule runs by its director");
        }
        if (failure == null && steps > MOST_STEPS) {
            fail(new IllegalStateException("does not end: " + steps + " steps\n" + describe()));
        }
        while (failure == null) {
            runnable.clear();
            long next = SimulatedThread.NEVER;
            for (SimulatedThread thread : threads) {
                long wakesAt = thread.wakesAt(now);
                if (wakesAt <= now) {
                    runnable.add(thread);
                } else {
                    next = Math.min(next, wakesAt);
                }
            }
            if (!runnable.isEmpty()) {
                SimulatedThread chosen = order.next(runnable, now);
                if (chosen != null) {
                    return chosen;
                }
                fail(new Abort());
            } else if (next > LATEST) {
                fail(new IllegalStateException("no thread can go on any more\n" + describe()));
            } else {
                now = Math.max(now + 1, next);
            }
        }
        return first;
    }

    private String describe() {
        return threads.stream()
                .filter(thread -> !thread.ended)
                .map(SimulatedThread::toString)
                .collect(Collectors.joining(", "));
    }
}
