// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import dev.interlock.jdbc.JdbcLockOptions;
import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.report.backend.Bench;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.report.measure.Budget;
import dev.interlock.report.measure.Counter;
import dev.interlock.report.measure.Exercise;
import dev.interlock.report.measure.LibrarySubject;
import dev.interlock.report.measure.Load;
import dev.interlock.report.measure.RoundTrips;
import dev.interlock.report.measure.Uncontended;
import dev.interlock.report.measure.WaitTraffic;
import dev.interlock.tck.LockFixture;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A database with the table of mode lease, and a pool of connections to it. */
final class LeaseBench implements Bench {

    /** One statement. */
    private static final int PER_ACQUIRE = 1;

    /** The longest pause of the standard retries is drawn between 250 and 500 ms. */
    private static final WaitTraffic.Idling WAITING = new WaitTraffic.Idling(4, "select");

    private static final String RIVALS =
            "Interlock is connected by its URL, so it acquires over 8 connections and releases over these and 2 that it keeps"
                    + " back. Raw JDBC sends the same two statements over one HikariCP pool of 10 and does nothing else;"
                    + " Spring's registry has that pool, too.";

    private final SqlServer server;
    private final LockFixture fixture;
    private final LockClient client;
    private final HikariDataSource pool;

    LeaseBench(SqlServer server) {
        this.server = server;
        this.fixture = new JdbcFixture(server);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setUsername(server.user());
        config.setPassword(server.password());
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        JdbcLockOptions.Pool size = JdbcLockOptions.STANDARD.pool();
        config.setMaximumPoolSize(size.size() + size.reserve());
        this.pool = new HikariDataSource(config);
        this.client = openClient();
    }

    @Override
    public ServerInfo server() {
        return SqlServers.info(server);
    }

    @Override
    public List<String> limits() {
        return List.of(
                "A lock across a fail-over to a replica that lacks the last writes.",
                "A lock across a crash of the server if commits are not flushed to disk, or a table restored from a backup.",
                "A lease across a jump of the server's wall clock.",
                "A wake-up at the release: waiters poll.",
                "Order between clients: the first to ask after a release gets the lock.");
    }

    @Override
    public LockFixture fixture() {
        return fixture;
    }

    @Override
    public LockClient openClient() {
        return LockClient.connect(LockSettings.of(server.url())
                .withOption("user", server.user())
                .withOption("password", server.password())
                .withOption("interlock.schema", "create"));
    }

    @Override
    public List<Exercise> exercises(Budget budget) {
        Budget less = budget.forSlowStore();
        SqlProduct product = SqlProduct.valueOf(server.product().toUpperCase(Locale.ROOT));
        List<Exercise> exercises = new ArrayList<>();
        exercises.add(Uncontended.against(
                new LibrarySubject(client),
                new LeaseFloor(pool, product),
                List.of(new SpringPeer(server, pool)),
                RIVALS,
                less));
        exercises.add(new Load(this::openClient, less));
        // The others count what happens at the server, so nobody else may use it.
        if (server.ownsProcess()) {
            Counter counter = SqlCounter.of(server);
            exercises.add(new RoundTrips(counter, PER_ACQUIRE, this::openClient, less));
            exercises.add(new WaitTraffic(counter, WAITING, this::openClient, less));
        }
        return exercises;
    }

    @Override
    public Optional<GuardUnderTest> guard() {
        return Optional.of(new SqlGuard(server));
    }

    @Override
    public void close() {
        pool.close();
        client.close();
        server.close();
    }
}
