// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread of this JVM that runs simulated threads, one after another: of all the carriers of a schedule only the one
 * that was passed the baton runs. Kept for the schedules to come, as to start a thread costs more than to run most of
 * them. A virtual thread where there are any: to pass the baton costs them a third of the time.
 */
final class Carrier {

    /** Before it, a virtual thread that rests within a monitor keeps its processor (JEP 491). */
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

    /** By reflection, as Java 17 does not know of it. */
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

    /** Gives it what to run when it is passed the baton. */
    void carry(Runnable task) {
        next = task;
    }

    /** It may run; who passes the baton has to rest, or to end. */
    void pass() {
        baton = true;
        LockSupport.unpark(thread);
    }

    /** Rests until the baton comes; an interrupt does not end that, and is kept. */
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

    /** The carriers of one worker, of which each schedule takes those that it needs. Used by one thread at a time. */
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

    /** To be called last by what it carries, with the baton still in hand. */
    void done() {
        thread.setName("simulated");
        // The flag must not meet the next one that it carries.
        Thread.interrupted();
        crew.idle.push(this);
    }
}
