// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/**
 * The limits of a client.
 *
 * @param lease the lease of a lock whose holder dies, or the session's time-out
 * @param connect the limit of the wait for a connection
 * @param connections the largest number of connections
 */
public record Limits(Duration lease, Duration connect, int connections) {

    /** A benchmark's contender that waits for longer has failed. */
    static final Duration WAIT = Duration.ofSeconds(60);

    /**
     * For benchmarks, in which no holder dies: as many connections as the largest workload has threads in one JVM.
     */
    public static final Limits OF_BENCHMARKS = new Limits(Duration.ofSeconds(30), WAIT, 16);

    /**
     * For questions.
     *
     * @param lease the lease of a lock whose holder dies, or the session's time-out
     * @return the limits
     */
    public static Limits ofQuestions(Duration lease) {
        return new Limits(lease, Duration.ofSeconds(10), 10);
    }

    Limits withLease(Duration other) {
        return new Limits(other, connect, connections);
    }

    Limits withConnect(Duration other) {
        return new Limits(lease, other, connections);
    }

    /** A connection pool, which the caller closes. */
    HikariDataSource pool(StoreAddress address) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address.uri());
        config.setUsername(address.user());
        config.setPassword(address.password());
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setMaximumPoolSize(connections);
        config.setConnectionTimeout(connect.toMillis());
        return new HikariDataSource(config);
    }
}
