// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.concurrent.locks.ReentrantLock;

/** A lock between simulated threads: a thread that finds it taken waits in the schedule. */
final class SimulatedLock extends ReentrantLock {

    private static final long serialVersionUID = 1;

    private final transient Schedule schedule;

    SimulatedLock(Schedule schedule) {
        this.schedule = schedule;
    }

    @Override
    public void lock() {
        schedule.point();
        while (!super.tryLock()) {
            schedule.blockUninterruptibly(() -> !isLocked(), () -> SimulatedThread.NEVER);
        }
    }
}
