// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.client;

import dev.interlock.spi.toolbox.DaemonThreads;
import java.util.concurrent.ThreadFactory;

/**
 * Makes threads that run code of the application, or connect with its drivers: daemons with the application's class
 * loader, which in Quarkus is not that of this library. Thread-safe.
 */
public final class ApplicationThreads implements ThreadFactory {

    private final ThreadFactory daemons;
    private final ClassLoader application = Thread.currentThread().getContextClassLoader();

    /**
     * Makes threads with the class loader of the calling thread, which must be one of the application's.
     *
     * @param prefix the start of their names
     */
    public ApplicationThreads(String prefix) {
        this.daemons = new DaemonThreads(prefix);
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = daemons.newThread(task);
        thread.setContextClassLoader(application);
        return thread;
    }
}
