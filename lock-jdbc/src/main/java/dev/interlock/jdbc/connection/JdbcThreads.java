// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads of this module. */
public final class JdbcThreads {

    private JdbcThreads() {}

    /** A pool of as many daemon threads as are needed at a time, which all have the name. */
    public static ExecutorService cachedPool(String name) {
        return Executors.newCachedThreadPool(task -> {
            // Inherits no thread-locals: the thread outlives the caller's work.
            Thread thread = new Thread(null, task, name, 0, false);
            thread.setDaemon(true);
            return thread;
        });
    }
}
