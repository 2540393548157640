// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** A simulated thread that runs tasks at their times, by a given clock. */
final class EventLoop {

    private final Schedule schedule;
    private final Clock clock;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::due).thenComparingLong(Event::sequence));
    private long sequence;

    /** The event whose time in the world is cached, because each choice of the schedule asks for it. */
    private long known = -1;

    private long knownTime;
    private int knownAfter;

    /** The clock by which tasks are due. */
    interface Clock {

        /** The clock of the simulated world. */
        Clock OF_THE_WORLD = new Clock() {
            @Override
            public long timeOf(long shown) {
                return shown;
            }

            @Override
            public int changes() {
                return 0;
            }
        };

        /** The first time in the world at which this clock shows at least that. */
        long timeOf(long shown);

        /** How often the clock has stood still, which invalidates times that it returned before. */
        int changes();
    }

    /** A loop with a thread. */
    EventLoop(Schedule schedule, String name, @Nullable SimulatedProcess process, Clock clock) {
        this.schedule = schedule;
        this.clock = clock;
        schedule.spawn(name, process, this::run);
    }

    /** Runs a task when its time has come; returns how to cancel it. */
    Runnable at(long due, Runnable task) {
        Event event = new Event(due, sequence++, task);
        events.add(event);
        return () -> events.remove(event);
    }

    private void run() {
        while (true) {
            schedule.blockUninterruptibly(() -> false, this::nextDue);
            if (nextDue() <= schedule.now()) {
                events.remove().task.run();
            }
        }
    }

    private long nextDue() {
        Event next = events.peek();
        if (next == null) {
            return SimulatedThread.NEVER;
        }
        if (next.sequence != known || knownAfter != clock.changes()) {
            known = next.sequence;
            knownAfter = clock.changes();
            knownTime = clock.timeOf(next.due);
        }
        return knownTime;
    }

    private record Event(long due, long sequence, Runnable task) {}
}
