// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.internal.machine.Machine;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * An executor on which a blocked caller runs the steps of its own acquisition: no thread hop when the lock is free. It
 * holds one task, which is enough because an acquisition never has two steps to run.
 */
public final class CallerThreadExecutor implements Executor {

    private final Thread caller = Thread.currentThread();
    private final Machine machine;
    private volatile @Nullable Runnable next;

    public CallerThreadExecutor(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void execute(Runnable step) {
        next = step;
        machine.unpark(caller);
    }

    /**
     * Runs steps until the future is done.
     *
     * @throws InterruptedException if the caller is interrupted between two steps
     */
    void runUntil(Future<?> done) throws InterruptedException {
        while (!done.isDone()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (!runNext()) {
                machine.park(this);
            }
        }
        // Where others have ended it, it has something to let go yet.
        runNext();
    }

    /**
     * Waits interruptibly for an acquisition that was begun on this executor; it is settled when this returns or throws.
     */
    public <A extends PendingAcquisition<?>> A await(A acquisition) throws InterruptedException {
        try {
            runUntil(acquisition.result());
        } catch (InterruptedException e) {
            acquisition.cancel();
            runUninterruptiblyUntil(acquisition.result());
            throw e;
        }
        return acquisition;
    }

    /** Runs steps until the future is done; an interrupt is kept in the thread's flag. */
    public void runUninterruptiblyUntil(Future<?> done) {
        boolean interrupted = false;
        while (!done.isDone()) {
            // Before the step: many a driver fails at once on an interrupted thread.
            interrupted |= Thread.interrupted();
            if (!runNext()) {
                machine.park(this);
            }
        }
        runNext();
        if (interrupted) {
            caller.interrupt();
        }
    }

    private boolean runNext() {
        Runnable step = next;
        if (step == null) {
            return false;
        }
        next = null;
        step.run();
        return true;
    }
}
