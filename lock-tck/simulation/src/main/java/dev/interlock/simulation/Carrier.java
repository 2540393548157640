// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread of this JVM that runs simulated threads one after another. Of all the carriers of a schedule only the one
 * with the baton runs. Carriers are kept for later schedules, because starting a thread costs more than running most of
 * them. They are virtual threads where available: passing the baton then takes a third of the time.
 */
final class Carrier {

    /** On older JDKs, a virtual thread that rests within a monitor keeps its processor (JEP 491). */
    private static final boolean VIRTUAL = Runtime.version().feature() >= 24;

    private final Crew crew;
    private final Thread thread;
    private volatile boolean baton;
    private volatile @Nullable Runnable next;

    private Carrier(Crew crew, int number) {
        this.crew = crew;
        thread = VIRTUAL ? virtual(this::run) : new Thread(this::run);
        thread.setName("simulated-" + number);
        thread.setDaemon(true);
    }

    /** By reflection, because Java 17 lacks the method. */
    private static Thread virtual(Runnable task) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return (Thread) Class.forName("java.lang.Thread$Builder")
                    .getMethod("unstarted", Runnable.class)
                    .invoke(builder, task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    Thread thread() {
        return thread;
    }

    /** Sets what to run when the baton arrives. */
    void carry(Runnable task) {
        next = task;
    }

    /** Passes the baton to this carrier; the passing thread must then rest or end. */
    void pass() {
        baton = true;
        LockSupport.unpark(thread);
    }

    /** Rests until the baton arrives; an interrupt does not end the rest, and its flag is kept. */
    void rest() {
        boolean interrupted = false;
        while (!baton) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        baton = false;
        if (interrupted) {
            thread.interrupt();
        }
    }

    private void run() {
        while (true) {
            rest();
            Runnable task = next;
            if (task == null) {
                return;
            }
            next = null;
            task.run();
        }
    }

    /** The carriers of one worker, from which each schedule takes those that it needs. Used by one thread at a time. */
    static final class Crew implements AutoCloseable {

        private final Deque<Carrier> idle = new ArrayDeque<>();
        private int count;

        Carrier take() {
            Carrier known = idle.poll();
            if (known != null) {
                return known;
            }
            Carrier carrier = new Carrier(this, ++count);
            carrier.thread.start();
            return carrier;
        }

        @Override
        public void close() {
            idle.forEach(Carrier::pass);
            idle.clear();
        }
    }

    /** The last call of what a carrier runs, while it still has the baton. */
    void done() {
        thread.setName("simulated");
        // The next task of this carrier must not find the flag set.
        Thread.interrupted();
        crew.idle.push(this);
    }
}
