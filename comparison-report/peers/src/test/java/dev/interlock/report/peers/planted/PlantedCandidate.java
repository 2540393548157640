// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.planted;

import dev.interlock.report.contender.Belief;
import dev.interlock.report.contender.Candidate;
import dev.interlock.report.contender.LeaderWork;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A candidate that leads while it holds a lock, with one fault. It stands again half a second after it has stepped down. */
final class PlantedCandidate implements Candidate {

    private static final int PAUSE_MILLIS = 500;
    private static final Duration TRY = Duration.ofMillis(200);

    private final PlantedLock lock;
    private final LeaderWork work;
    private final Fault fault;
    private final Semaphore never = new Semaphore(0);
    private volatile boolean leading;
    private volatile boolean over;

    PlantedCandidate(PlantedLock lock, LeaderWork work, Fault fault) {
        this.lock = lock;
        this.work = work;
        this.fault = fault;
        Thread thread = new Thread(this::stand, "candidate");
        thread.setDaemon(true);
        thread.start();
    }

    private void stand() {
        try {
            while (!over) {
                if (!leading && acquired()) {
                    leading = true;
                }
                never.tryAcquire(leading ? TRY.toMillis() : PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean acquired() throws InterruptedException {
        try {
            return lock.acquire(Duration.ofDays(1));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public boolean leads() {
        try {
            return leading && lock.belief() == Belief.HELD;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public long term() {
        return lock.token();
    }

    @Override
    public void stepDown() throws IOException {
        if (fault == Fault.LEADS_UNTIL_ITS_WORK_ENDS && work == LeaderWork.IGNORES_INTERRUPTS) {
            return;
        }
        lock.release();
        leading = false;
    }

    @Override
    public void close() {
        over = true;
        if (leading) {
            try {
                lock.release();
            } catch (IOException e) {
                return;
            }
        }
    }
}
