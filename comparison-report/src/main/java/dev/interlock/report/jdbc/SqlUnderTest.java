// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.backend.ServerStart;
import dev.interlock.testbed.server.ServerSource;
import dev.interlock.testbed.server.SqlPair;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.function.Function;

/** The SQL backend in one of its modes on one database: a server of our own, or the one that the environment names. */
public final class SqlUnderTest implements BackendUnderTest {

    private final String name;
    private final SqlProduct product;
    private final Function<SqlServer, RunningBackend> mode;
    private final String[] configuration;

    private SqlUnderTest(
            String name, SqlProduct product, Function<SqlServer, RunningBackend> mode, String... configuration) {
        this.name = name;
        this.product = product;
        this.mode = mode;
        this.configuration = configuration;
    }

    /**
     * Mode lease on MySQL, with the mutants: one database is enough to show that a broken SQL backend is caught.
     *
     * @return the backend
     */
    public static BackendUnderTest mysql() {
        return new SqlUnderTest("mysql", SqlProduct.MYSQL, RunningLeases::new);
    }

    /**
     * Mode row-lock on MySQL. Each hold has a connection, and some rules hold more than a hundred locks at once.
     *
     * @return the backend
     */
    public static BackendUnderTest mysqlRowLock() {
        return new SqlUnderTest("mysql-row-lock", SqlProduct.MYSQL, RunningRowLocks::new, "--max-connections=400");
    }

    /**
     * Mode lease on MariaDB.
     *
     * @return the backend
     */
    public static BackendUnderTest mariadb() {
        return new SqlUnderTest("mariadb", SqlProduct.MARIADB, RunningLeases::new);
    }

    /**
     * Mode lease on PostgreSQL.
     *
     * @return the backend
     */
    public static BackendUnderTest postgres() {
        return new SqlUnderTest("postgres", SqlProduct.POSTGRES, RunningLeases::new);
    }

    /**
     * Mode lease on a PostgreSQL whose commits wait for a standby, both started by this run.
     *
     * @return the backend
     */
    public static BackendUnderTest postgresSynchronous() {
        return new Synchronous();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RunningBackend open() throws NoServerException {
        ServerSource source = SqlServer.locate(product);
        // An existing server has its own configuration.
        SqlServer server = ServerStart.from(
                source,
                () -> source instanceof ServerSource.Existing
                        ? SqlServer.start(product, source)
                        : SqlServer.start(product, source, configuration));
        return mode.apply(server);
    }

    private static final class Synchronous implements BackendUnderTest {

        @Override
        public String name() {
            return "postgres-sync";
        }

        @Override
        public RunningBackend open() throws NoServerException {
            ServerSource source = SqlServer.locate(SqlProduct.POSTGRES);
            if (source instanceof ServerSource.Existing existing) {
                throw new NoServerException(source + " is one server; unset " + existing.origin());
            }
            return ServerStart.from(source, Synchronous::start);
        }

        private static RunningBackend start() {
            SqlPair pair = SqlPair.start(SqlProduct.POSTGRES);
            pair.replicateSynchronously();
            return new RunningSynchronous(pair);
        }
    }
}
