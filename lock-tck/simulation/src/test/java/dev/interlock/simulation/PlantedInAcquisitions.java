// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Defects in the acquisitions. */
final class PlantedInAcquisitions {

    static final List<PlantedDefect> ALL = List.of(
            new PlantedDefect(
                    "wake-up-wiped",
                    "a wake-up that comes during a step is wiped",
                    "SerialTask",
                    "seen = wakeUps.addAndGet(-seen);",
                    "wakeUps.set(0); seen = 0;",
                    1000),
            new PlantedDefect(
                    "lost-view",
                    "a view is locked without the lock",
                    "ReentrantLockView",
                    "if (hold == null) { return false; } entered",
                    "if (hold == null) { return true; } entered",
                    100),
            new PlantedDefect(
                    "waiter-stays",
                    "a waiter that leaves is not removed from the queue",
                    "Acquisition",
                    "acquisitions.remove(this); queues.leave(this);",
                    "acquisitions.remove(this);",
                    50),
            new PlantedDefect(
                    "next-not-woken",
                    "a waiter that leaves does not wake the next",
                    "LocalQueues",
                    "next.forEach(Waiter::wake);",
                    "next.stream().filter(each -> each.asksSoon() && each.name() == null).forEach(Waiter::wake);",
                    50),
            new PlantedDefect(
                    "wait-timer-stays",
                    "the timer of a wait is not cancelled when it ends",
                    "WaitTimer",
                    "timers.cancel(wakeUp); wakeUp = null;",
                    "wakeUp = null;",
                    100),
            new PlantedDefect(
                    "cancelled-grant-kept",
                    "a grant that comes after the cancellation is not compensated",
                    "Acquisition",
                    "requests.markUnanswered(); endCancelled();",
                    "endCancelled();",
                    20_000),
            new PlantedDefect(
                    "contest-stays",
                    "a waiter that is granted the lock keeps its place in the queue of the store",
                    "AttemptRequests",
                    "void leaveGranted() { contest.close(); }",
                    "void leaveGranted() { }",
                    50),
            new PlantedDefect(
                    "waiters-count",
                    "a wait that ends is not counted out",
                    "AcquisitionNews",
                    "if (waiting) { waiting = false; waiterCounts.decrement(name); }",
                    "waiting = false;",
                    50),
            new PlantedDefect(
                    "limit-ignored",
                    "a wait whose limit is over goes on",
                    "WaitTimer",
                    "wakeUp = timers.at(dueNanos - limit > 0 ? limit : dueNanos, wake);",
                    "wakeUp = timers.at(dueNanos, wake);",
                    400),
            new PlantedDefect(
                    "head-answer-untold",
                    "the answer to the head of the queue is not passed on to others",
                    "LocalQueues",
                    "queue.looked(head, look).forEach(waiter -> waiter.onLook(look));",
                    "queue.looked(head, look);",
                    50),
            new PlantedDefect(
                    "overtaken",
                    "a waiter asks the store although another of its client is ahead",
                    "LocalQueue",
                    "guarded(() -> held == 0 && head() == waiter ? null : known())",
                    "guarded(() -> held == 0 ? null : known())",
                    1000));

    private PlantedInAcquisitions() {}
}
