// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/** The limits of all contenders. */
final class Limits {

    /** The lease of a hold whose owner dies, which does not happen in these runs. */
    static final Duration LEASE = Duration.ofSeconds(30);

    /** A contender that waits for longer has failed. */
    static final Duration WAIT = Duration.ofSeconds(60);

    /** As many connections as the largest workload has threads in one JVM. */
    static final int CONNECTIONS = 16;

    private Limits() {}

    /** The connection pool of all contenders but Interlock, which opens its own. */
    static HikariDataSource pool(StoreAddress address) {
        return Connections.pool(address, CONNECTIONS, WAIT);
    }
}
