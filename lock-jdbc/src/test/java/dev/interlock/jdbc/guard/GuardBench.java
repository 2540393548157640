// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.jdbc.tck.JdbcSchemas;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** A server with locks, the guard's table and a table of numbers. */
public final class GuardBench implements AutoCloseable {

    final SqlServer server;
    final JdbcFixture fixture;
    private final boolean postgres;

    /** A server that is not ours keeps the numbers of earlier runs. */
    private final AtomicLong numbers =
            new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 60));

    GuardBench(SqlProduct product) {
        this(SqlServer.start(product));
    }

    /** Creates the tables on a server. */
    public GuardBench(SqlServer server) {
        this.server = server;
        postgres = server.product().equals(SqlProduct.POSTGRES.id());
        fixture = new JdbcFixture(server);
        createTable();
        server.execute("CREATE TABLE IF NOT EXISTS number (id BIGINT PRIMARY KEY, amount BIGINT NOT NULL)");
    }

    boolean isPostgres() {
        return postgres;
    }

    /** As a migration tool would. */
    void createTable() {
        JdbcSchemas.create(server, "-guard");
    }

    /** A number of its own, at 0. */
    public SqlGuardedStore store(SqlFencingGuard guard) {
        long id = numbers.incrementAndGet();
        server.execute("INSERT INTO number (id, amount) VALUES (" + id + ", 0)");
        return new SqlGuardedStore(this, guard, id);
    }

    /** Autocommit is off. */
    public Connection transaction() throws SQLException {
        Connection connection = server.connect();
        connection.setAutoCommit(false);
        return connection;
    }

    /**
     * How many sessions wait for a row that another has locked. MySQL and MariaDB are not asked by
     * {@code innodb_trx}: that table stays as it was for as long as it is read more often than every 100 ms.
     */
    long blocked() {
        String answer = server.query(
                postgres
                        ? "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                        : "SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'");
        return Long.parseLong(answer.substring(answer.indexOf('\t') + 1).strip());
    }

    @Override
    public void close() {
        server.close();
    }
}
