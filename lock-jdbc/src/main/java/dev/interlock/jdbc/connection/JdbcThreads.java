// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.spi.DaemonThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads of this module. */
public final class JdbcThreads {

    private JdbcThreads() {}

    /** A pool of as many daemon threads as are needed at a time, named by a prefix and a number. */
    public static ExecutorService cachedPool(String prefix) {
        return Executors.newCachedThreadPool(new DaemonThreads(prefix));
    }
}
