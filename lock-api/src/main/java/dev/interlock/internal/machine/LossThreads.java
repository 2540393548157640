// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import java.time.Duration;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The threads that hand losses over to the users' executors. The code of users can get stuck on each of them, in a
 * consumer that its executor runs at once or in the executor itself: so when none of them has come free for a while,
 * there are more. Thread-safe.
 */
public final class LossThreads {

    /** How many there are while users' code is quick: an outage ends many holds at once. */
    public static final int FEW = 64;

    /** How many there are at most: beyond so many that are stuck, a loss is reported when one of them comes free. */
    static final int MOST = 1_024;

    private static final EngineLog LOG = EngineLog.of(LossThreads.class);

    /** How long none of them comes free before there are more. */
    private static final long STUCK_NANOS = Duration.ofMillis(100).toNanos();

    private final Machine machine;
    private final TimerQueue timers;
    private final AtomicBoolean watched = new AtomicBoolean();
    private final PatientPool pool;
    private final ThreadPoolExecutor threads;

    public LossThreads(Machine machine, TimerQueue timers, Consumer<Runnable> afterClose) {
        this.machine = machine;
        this.timers = timers;
        pool = new PatientPool("interlock-loss", FEW, afterClose, machine, timers);
        threads = pool.threads();
        threads.setMaximumPoolSize(MOST);
    }

    /** Has it run on one of the threads; never throws. */
    public void execute(Runnable delivery) {
        pool.execute(delivery);
        watchIfWaiting();
    }

    /** How many there may be now. */
    public int size() {
        return threads.getCorePoolSize();
    }

    void shutdown() {
        pool.shutdown();
    }

    private void watchIfWaiting() {
        if (!threads.getQueue().isEmpty() && watched.compareAndSet(false, true)) {
            lookLater();
        }
    }

    private void lookLater() {
        long before = threads.getCompletedTaskCount();
        timers.at(machine.nanoTime() + STUCK_NANOS, () -> look(before));
    }

    private void look(long before) {
        if (threads.getQueue().isEmpty()) {
            watched.set(false);
            // One that came between the two lines above saw that a watch is set.
            watchIfWaiting();
            return;
        }
        try {
            if (threads.getCompletedTaskCount() == before) {
                grow();
            }
        } finally {
            lookLater();
        }
    }

    private void grow() {
        int size = threads.getCorePoolSize();
        if (size >= MOST) {
            return;
        }
        int more = Math.min(size + FEW, MOST);
        LOG.warn(
                "{} consumers of losses are stuck on the threads of the client, which now has up to {} for them:"
                        + " give onLost() an executor, and do not block in it",
                size,
                more);
        threads.setCorePoolSize(more);
    }
}
