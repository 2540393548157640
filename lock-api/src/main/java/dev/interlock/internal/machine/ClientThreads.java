// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Consumer;

/**
 * The machine of one client with its timers and threads: few, daemons, gone when idle. Their queues need no bound of
 * their own, since every acquisition, hold and compensation has at most one task in them. Renewals have threads of their
 * own, so that acquisitions and compensations that hang in a slow store cannot delay them. So have the releases of a
 * client that closes, which must not wait for renewals that hang.
 */
public final class ClientThreads {

    /** Threads that make attempts for acquisitions that have no thread of their own. */
    public static final int WORK_THREADS = 8;

    /** Threads that compensate. */
    static final int COMPENSATION_THREADS = 4;

    /** Threads that send releases whose callers do not wait for the store. */
    public static final int RELEASE_THREADS = 8;

    /** Threads that send renewals that users asked for and do not wait for. */
    public static final int ASKED_RENEWAL_THREADS = 8;

    /** Threads that complete users' futures: so many that few dependents which block do not keep them all. */
    public static final int CALLBACK_THREADS = 64;

    static final RejectedExecutionHandler DROP_AFTER_CLOSE = (task, pool) -> {};

    public final Machine machine;
    public final TimerQueue timers;
    public final PatientPool work;
    public final PatientPool compensation;
    public final PatientPool releases;
    public final PatientPool askedRenewals;
    public final PatientPool callbacks;
    public final Promises promises;
    public final RenewalThreads renewals;
    public final ThreadPoolExecutor closing;
    public final LossThreads losses;

    /** The threads of a client that renews on so many at most, and releases on as many when it closes. */
    public ClientThreads(int renewalThreads, Machine machine) {
        this.machine = machine;
        timers = new TimerQueue(machine);
        Consumer<Runnable> runAfterClose = runAfterClose(machine);
        work = new PatientPool("interlock-work", WORK_THREADS, task -> {}, machine, timers);
        compensation =
                new PatientPool("interlock-compensation", COMPENSATION_THREADS, Droppable::drop, machine, timers);
        releases = new PatientPool("interlock-release", RELEASE_THREADS, Droppable::drop, machine, timers);
        askedRenewals = new PatientPool("interlock-asked-renewal", ASKED_RENEWAL_THREADS, task -> {}, machine, timers);
        callbacks = new PatientPool("interlock-callback", CALLBACK_THREADS, runAfterClose, machine, timers);
        promises = new Promises(callbacks);
        renewals = new RenewalThreads(renewalThreads, machine);
        closing = machine.pool("interlock-close", renewalThreads, new LinkedBlockingQueue<>(), DROP_AFTER_CLOSE);
        losses = new LossThreads(machine, timers, runAfterClose);
    }

    /**
     * What users wait for is reported even after the close, and still not on the thread that found out, unless there is
     * no other thread.
     */
    private static Consumer<Runnable> runAfterClose(Machine machine) {
        return task -> {
            Once once = new Once(task);
            try {
                machine.start("interlock-late-callback", once);
            } catch (RuntimeException | Error e) {
                once.run();
            }
        };
    }

    /** Takes no more tasks; those that it has are still done. */
    public void shutdown() {
        work.shutdown();
        renewals.shutdown();
        closing.shutdown();
        releases.shutdown();
        askedRenewals.shutdown();
        compensation.shutdown();
        callbacks.shutdown();
        losses.shutdown();
    }
}
