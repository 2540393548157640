// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.LockName;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** Mode row-lock on a pool of the application's. */
@ParameterizedClass
@EachProduct
class RowLockDataSourceIT extends OnEachDatabase {

    private static final JdbcLockOptions OPTIONS = JdbcLockOptions.ROW_LOCK.withSchema(Schema.CREATE);

    private HikariDataSource pool;
    private LockName name;

    @BeforeEach
    void openPool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(bench.server.url());
        config.setUsername(bench.server.user());
        config.setPassword(bench.server.password());
        config.setMaximumPoolSize(3);
        pool = new HikariDataSource(config);
        name = bench.name();
    }

    @AfterEach
    void closePool() {
        bench.closeBackends();
        pool.close();
    }

    @Test
    void a_lock_keeps_one_connection_which_goes_back_as_it_came() throws SQLException {
        LockBackend backend = bench.started(JdbcLockBackend.using(pool, OPTIONS));
        Attempt attempt = attempt(name);
        Grant grant = granted(backend.tryAcquire(attempt));
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isEqualTo(1);
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        contended(bench.backend("interlock.mode=row-lock").tryAcquire(attempt(name)));
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            int usual =
                    bench.isPostgres() ? Connection.TRANSACTION_READ_COMMITTED : Connection.TRANSACTION_REPEATABLE_READ;
            assertThat(connection.getTransactionIsolation()).isEqualTo(usual);
        }
    }

    @Test
    void a_callers_transaction_is_neither_joined_nor_ended() throws SQLException {
        LockBackend backend = bench.started(JdbcLockBackend.using(ThreadBoundDataSource.over(pool), OPTIONS));
        LockBackend other = bench.backend("interlock.mode=row-lock");
        Attempt attempt = attempt(name);
        ThreadBoundDataSource.inTransaction(pool, connection -> {
            granted(backend.tryAcquire(attempt));
            connection.rollback();
        });
        contended(other.tryAcquire(attempt(name)));
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        granted(other.tryAcquire(attempt(name)));
    }
}
