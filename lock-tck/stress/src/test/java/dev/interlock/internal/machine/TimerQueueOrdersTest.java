// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import dev.interlock.internal.client.Orders;
import dev.interlock.internal.client.StressMachine;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Timed tasks are added and cancelled while timers fire. The time is 2, and some tasks are due later. */
@Tag("nightly")
@Param(name = "due", gen = IntGen.class, conf = "1:4")
public class TimerQueueOrdersTest {

    private static final int NOW = 2;
    private static final int LAST = 4;

    private final StressMachine machine = new StressMachine();
    private final TimerQueue timers = new TimerQueue(machine);
    private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();

    public TimerQueueOrdersTest() {
        machine.advanceTo(NOW);
    }

    /** A task that counts its runs. */
    private static final class Task {

        private final int due;
        private final AtomicInteger runs = new AtomicInteger();
        private volatile TimerQueue.Entry entry;
        private volatile boolean cancelled;

        Task(int due) {
            this.due = due;
        }
    }

    @Operation
    public void add(@Param(name = "due") int due) {
        Task task = new Task(due);
        task.entry = timers.at(due, task.runs::incrementAndGet);
        tasks.add(task);
    }

    /** Cancels the first task that was added. */
    @Operation
    public void cancel() {
        Task first = tasks.peek();
        if (first != null) {
            first.cancelled = true;
            timers.cancel(first.entry);
        }
    }

    @Operation
    public void fire() {
        machine.fire();
    }

    @Validate
    public void each_task_runs_once_when_it_is_due() {
        // Step by step: what only some later timer makes good would be late.
        for (int now = NOW; now <= LAST; now++) {
            machine.advanceTo(now);
            machine.fire();
            for (Task task : tasks) {
                int runs = task.runs.get();
                boolean may = task.due <= now;
                boolean must = may && !task.cancelled;
                if (runs > (may ? 1 : 0) || runs < (must ? 1 : 0)) {
                    throw new IllegalStateException("at " + now + " the task for " + task.due + " has run " + runs);
                }
            }
        }
        if (!timers.isEmpty() || machine.timers() > 0) {
            throw new IllegalStateException("a timer is left, and no task");
        }
    }

    @Test
    @Timeout(Orders.MOST_SECONDS)
    void each_task_runs_once() {
        Orders.check(getClass(), 2, 3, 3, 40);
    }
}
