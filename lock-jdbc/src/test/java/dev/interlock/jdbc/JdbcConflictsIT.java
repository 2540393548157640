// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static dev.interlock.jdbc.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.error.JdbcErrorKind;
import dev.interlock.jdbc.error.JdbcErrorReply;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.SqlProduct;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** Row Q4: what real servers say when they give up a statement or a transaction because of another one. */
@ParameterizedClass
@EachProduct
class JdbcConflictsIT extends OnEachDatabase {

    private static String key(Attempt attempt) {
        String hex = HexFormat.of().formatHex(JdbcKeys.of(attempt.name()));
        return bench.isPostgres() ? "'\\x" + hex + "'" : "x'" + hex + "'";
    }

    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }

    /** A name whose rows are there. */
    private static Attempt used(LockBackend backend) {
        Attempt before = attempt(bench.name());
        granted(backend.tryAcquire(before));
        backend.release(before);
        return attempt(before.name());
    }

    /** Between the two rows that a grant locks another transaction comes, which has the second and wants the first. */
    @Test
    @DisplayName("Q4: a deadlock (1213, 40P01) refuses, is rolled back, and leaves nothing in the server")
    void the_victim_of_a_deadlock_is_refused_and_leaves_nothing_in_the_server() throws Exception {
        if (bench.isPostgres()) {
            bench.server.execute("ALTER SYSTEM SET deadlock_timeout = '100ms'");
            bench.server.execute("SELECT pg_reload_conf()");
            await().until(() -> bench.server.query("SHOW deadlock_timeout").equals("100ms"));
        }
        GateProxy proxy = bench.isPostgres()
                ? GateProxy.postgres(bench.server.host(), bench.server.port())
                : GateProxy.mysql(bench.server.host(), bench.server.port());
        try (proxy;
                Connection foreign = bench.server.connect()) {
            LockBackend other = bench.backend("interlock.mode=row-lock");
            LockBackend backend = bench.backendAt(bench.server.urlThrough(proxy.port()), "interlock.mode=row-lock");
            Attempt attempt = used(backend);
            // Without a token of an earlier grant a try locks the rows in two messages on PostgreSQL, too.
            bench.server.execute("DELETE FROM interlock_row_token WHERE lock_name = " + key(attempt));
            Gate gate =
                    proxy.onRequest(JdbcSteps.running("interlock row-verify ")).holdRequest();
            CompletableFuture<AcquireOutcome> acquiring =
                    CompletableFuture.supplyAsync(() -> backend.tryAcquire(attempt));
            gate.awaitReached(BackendBench.LIMIT);
            foreign.setAutoCommit(false);
            preferred(foreign);
            execute(foreign, lock(attempt, 1));
            CompletableFuture<Boolean> waiting =
                    CompletableFuture.supplyAsync(() -> executed(foreign, lock(attempt, 0)));
            bench.awaitBlocked();
            gate.open();
            AcquireOutcome.Refused refused = refused(acquiring.join());
            assertThat(refused.retryable()).isTrue();
            assertThat(refused.cause()).hasMessageContaining("found a deadlock");
            assertThat(waiting).as("the row that the victim had").succeedsWithin(BackendBench.LIMIT);
            foreign.rollback();
            await().pollInterval(Duration.ofMillis(200))
                    .atMost(BackendBench.LEASE)
                    .until(this::nothingIsLeft);
            granted(other.tryAcquire(attempt(attempt.name())));
        }
    }

    /** The servers choose the transaction that changed less, and PostgreSQL the one that looks for a deadlock first. */
    private void preferred(Connection foreign) throws SQLException {
        if (bench.isPostgres()) {
            execute(foreign, "SET deadlock_timeout = '1h'");
        } else {
            execute(foreign, "CREATE TABLE IF NOT EXISTS weight (a INT PRIMARY KEY) ENGINE = InnoDB");
            execute(foreign, "INSERT INTO weight VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12)");
        }
    }

    private static String lock(Attempt attempt, int part) {
        return "SELECT part FROM interlock_row WHERE lock_name = " + key(attempt) + " AND part = " + part
                + " FOR UPDATE";
    }

    private static boolean executed(Connection connection, String sql) {
        try {
            return execute(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean nothingIsLeft() {
        return bench.server
                .query(
                        bench.isPostgres()
                                ? "SELECT count(*) FROM pg_locks WHERE relation = 'interlock_row'::regclass"
                                : "SELECT COUNT(*) FROM information_schema.innodb_trx")
                .equals("0");
    }

    @Test
    @DisplayName("Q4: a conflict of snapshots (1020, 40001) is sent again, also within an acquisition")
    void a_conflict_of_snapshots_is_sent_again() throws Exception {
        assumeThat(product).as("MySQL has no such conflict").isNotEqualTo(SqlProduct.MYSQL);
        Attempt attempt = used(bench.backend());
        String update = "UPDATE interlock_lease SET change_count = change_count + 1 WHERE lock_name = " + key(attempt);
        try (Connection connection = bench.server.connect()) {
            if (product == SqlProduct.MARIADB) {
                execute(connection, "SET SESSION innodb_snapshot_isolation = ON");
            }
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            execute(connection, "SELECT change_count FROM interlock_lease");
            bench.server.execute(update);
            SQLException conflict = catchThrowableOfType(SQLException.class, () -> execute(connection, update));
            connection.rollback();
            JdbcDialect dialect = bench.isPostgres() ? JdbcDialect.POSTGRESQL : JdbcDialect.MARIADB;
            JdbcErrorReply reply = JdbcErrorReply.of(dialect, conflict);
            assertThat(reply).as(conflict.toString()).isNotNull();
            assertThat(reply.kind()).isEqualTo(JdbcErrorKind.ROLLED_BACK);
            assertThat(bench.isPostgres() ? conflict.getSQLState() : Integer.toString(conflict.getErrorCode()))
                    .isEqualTo(bench.isPostgres() ? "40001" : "1020");
            requireGrantedInSpite(connection, attempt, update);
        }
    }

    /** The row changes while our statement waits for it, under an isolation at which PostgreSQL then gives it up. */
    private void requireGrantedInSpite(Connection foreign, Attempt attempt, String update) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(bench.server.url());
        config.setUsername(bench.server.user());
        config.setPassword(bench.server.password());
        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        try (HikariDataSource source = new HikariDataSource(config)) {
            LockBackend backend = bench.started(JdbcLockBackend.using(source, JdbcLockOptions.STANDARD));
            execute(foreign, update);
            CompletableFuture<AcquireOutcome> acquiring =
                    CompletableFuture.supplyAsync(() -> backend.tryAcquire(attempt));
            bench.awaitBlocked();
            foreign.commit();
            granted(acquiring.join());
            bench.closeBackends();
        }
    }
}
