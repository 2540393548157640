// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.InterlockContender;
import dev.interlock.report.benchmark.LockGrowthBenchmark;
import dev.interlock.report.benchmark.UncontendedBenchmark;
import dev.interlock.report.benchmark.WaiterTrafficBenchmark;
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.tck.LockFixture;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A database with the table of mode lease, and a connection pool for the contenders that Interlock is compared with.
 */
class RunningLeases extends RunningSql {

    /** One statement. */
    static final int PER_ACQUIRE = 1;

    /** The longest pause of the standard retries is a random one between 250 and 500 ms. */
    private static final WaiterTrafficBenchmark.IdleLimit WAITING = new WaiterTrafficBenchmark.IdleLimit(4, "select");

    private static final String COMPARISON =
            "Interlock is connected by its URL, so it acquires over 8 connections and releases over these and 2 that it"
                    + " keeps back. Raw JDBC sends the same two statements over one HikariCP pool of 10 and does"
                    + " nothing else; Spring's registry has that pool, too.";

    private final SqlServer server;
    private final HikariDataSource pool;

    RunningLeases(SqlServer server) {
        this(server, new JdbcFixture(server));
    }

    RunningLeases(SqlServer server, LockFixture fixture) {
        super(server, fixture, settings(server), PER_ACQUIRE, WAITING, LockGrowthBenchmark.NO_BOUND);
        this.server = server;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        JdbcLockOptions.Pool size = JdbcLockOptions.STANDARD.pool();
        config.setMaximumPoolSize(size.size() + size.reserve());
        this.pool = new HikariDataSource(config);
    }

    @Override
    public List<String> limits() {
        return List.of(
                "A lock across a fail-over to a replica that lacks the last writes.",
                "A lock across a crash of the server if commits are not flushed to disk, or a table restored from a"
                        + " backup.",
                "A lease across a jump of the server's wall clock.",
                "A wake-up at the release where no client waited when the lock was acquired: the waiter polls.",
                "Strict order between clients.");
    }

    @Override
    UncontendedBenchmark uncontended(Supplier<InterlockContender> interlock, Budget budget) {
        SqlProduct product = SqlProduct.valueOf(server.product().toUpperCase(Locale.ROOT));
        return UncontendedBenchmark.against(
                interlock,
                new LeaseBaseline(pool, product),
                List.of(new SpringContender(server, pool)),
                COMPARISON,
                budget);
    }

    @Override
    public Optional<GuardUnderTest> guard() {
        return Optional.of(new SqlGuard(server));
    }

    @Override
    public void close() {
        pool.close();
        super.close();
    }
}
