// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A simulated thread that runs tasks at their times, by whichever clock. */
final class EventLoop {

    private final Schedule schedule;
    private final LongSupplier clock;
    private final LongUnaryOperator timeOf;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::due).thenComparingLong(Event::sequence));
    private long sequence;

    /**
     * A loop with a thread.
     *
     * @param clock by which the tasks are due
     * @param timeOf when that clock will show something
     */
    EventLoop(
            Schedule schedule,
            String name,
            @Nullable SimulatedProcess process,
            LongSupplier clock,
            LongUnaryOperator timeOf) {
        this.schedule = schedule;
        this.clock = clock;
        this.timeOf = timeOf;
        schedule.spawn(name, process, this::run);
    }

    /** A loop by the time of the simulated world. */
    static EventLoop of(Schedule schedule, String name, @Nullable SimulatedProcess process) {
        return new EventLoop(schedule, name, process, schedule::now, LongUnaryOperator.identity());
    }

    /** Runs a task when its time has come; returns how to call that off. */
    Runnable at(long due, Runnable task) {
        Event event = new Event(due, sequence++, task);
        events.add(event);
        return () -> events.remove(event);
    }

    private void run() {
        while (true) {
            schedule.blockUninterruptibly(this::isDue, this::nextDue);
            Event next = events.peek();
            if (next != null && isDue()) {
                events.remove();
                next.task.run();
            }
        }
    }

    private boolean isDue() {
        Event next = events.peek();
        return next != null && clock.getAsLong() >= next.due;
    }

    private long nextDue() {
        Event next = events.peek();
        return next == null ? SimulatedThread.NEVER : timeOf.applyAsLong(next.due);
    }

    private record Event(long due, long sequence, Runnable task) {}
}
