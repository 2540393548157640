// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the threads of a backend: daemons of normal priority in the system's group, with the class loader of the library,
 * and without the thread locals of the thread that needs them first. A thread of a backend outlives the call that starts
 * it and serves other callers, so it must keep nothing of its first caller. Thread-safe.
 */
public final class DaemonThreads implements ThreadFactory {

    private final String prefix;
    private final AtomicInteger count = new AtomicInteger();

    /**
     * Makes threads that are named by a prefix and a number.
     *
     * @param prefix for example {@code interlock-redis-signals}
     */
    public DaemonThreads(String prefix) {
        this.prefix = prefix;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // It undoes the priority that a thread inherits.
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(systemGroup(), task, prefix + "-" + count.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
        return thread;
    }

    private static ThreadGroup systemGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = group.getParent(); parent != null; parent = group.getParent()) {
            group = parent;
        }
        return group;
    }
}
