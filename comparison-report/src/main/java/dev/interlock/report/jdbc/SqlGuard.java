// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.guard.FencingClaim;
import dev.interlock.jdbc.guard.GuardBench;
import dev.interlock.jdbc.guard.SqlFencingGuard;
import dev.interlock.jdbc.guard.SqlGuardedStore;
import dev.interlock.report.benchmark.Contender;
import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.tck.guard.GuardedStore;
import dev.interlock.testbed.server.SqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The guard of lock-jdbc, in front of rows of a database. */
final class SqlGuard implements GuardUnderTest {

    private static final SqlFencingGuard GUARD = SqlFencingGuard.on(SqlFencingGuard.TABLE);

    private final SqlServer server;
    private final GuardBench bench;
    private final List<Connection> connections = new ArrayList<>();

    /** Creates the tables; the server stays open. */
    SqlGuard(SqlServer server) {
        this.server = server;
        this.bench = new GuardBench(server);
    }

    @Override
    public String name() {
        return "SQL on " + server.product();
    }

    @Override
    public GuardedStore store(String lockName) {
        return bench.store(GUARD);
    }

    @Override
    public String update() {
        return "is a transaction that reads a row, writes it and commits, on a connection that stays open";
    }

    @Override
    public Contender.Operation guarded(FencingClaim claim) {
        SqlGuardedStore row = bench.store(GUARD);
        Connection connection = connection();
        return () -> {
            GUARD.claim(connection, claim);
            raise(row, connection);
        };
    }

    @Override
    public Contender.Operation plain() {
        SqlGuardedStore row = bench.store(GUARD);
        Connection connection = connection();
        return () -> raise(row, connection);
    }

    private static void raise(SqlGuardedStore row, Connection connection) throws SQLException {
        long rows = row.write(connection, row.read(connection) + 1);
        if (rows != 1) {
            throw new IllegalStateException(rows + " rows were updated instead of 1");
        }
        connection.commit();
    }

    private Connection connection() {
        try {
            Connection connection = bench.transaction();
            connections.add(connection);
            return connection;
        } catch (SQLException e) {
            throw new IllegalStateException("no connection to " + server.source(), e);
        }
    }

    @Override
    public @Nullable RequestCounter counter() {
        return server.ownsProcess() ? SqlRequestCounter.of(server) : null;
    }

    @Override
    public void close() {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException("a connection to " + server.source() + " could not be closed", e);
            }
        }
    }
}
