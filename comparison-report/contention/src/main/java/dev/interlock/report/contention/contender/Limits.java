// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/** The same for all contenders. */
final class Limits {

    /** Of a hold whose owner dies; nobody does in these runs. */
    static final Duration LEASE = Duration.ofSeconds(30);

    /** A contender that waits for longer has failed. */
    static final Duration WAIT = Duration.ofSeconds(60);

    /** As many connections as the largest workload has threads in one JVM. */
    static final int CONNECTIONS = 16;

    private Limits() {}

    /** The pool that all but Interlock have, which opens its own. */
    static HikariDataSource pool(StoreAddress address) {
        return Connections.pool(address, CONNECTIONS, WAIT);
    }
}
