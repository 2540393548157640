// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static dev.interlock.jdbc.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.LockName;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks on a pool of the application's. */
@ParameterizedClass
@EachProduct
class ForeignDataSourceIT extends OnEachDatabase {

    private static final JdbcLockOptions OPTIONS = JdbcLockOptions.STANDARD.withSchema(Schema.CREATE);

    private HikariDataSource pool;

    private LockBackend on(int size, boolean autoCommit, String isolation) {
        return on(size, autoCommit, isolation, BackendBench.LIMIT);
    }

    private LockBackend on(int size, boolean autoCommit, String isolation, Duration wait) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(bench.server.url());
        config.setUsername(bench.server.user());
        config.setPassword(bench.server.password());
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(wait.toMillis());
        config.setAutoCommit(autoCommit);
        config.setTransactionIsolation(isolation);
        pool = new HikariDataSource(config);
        return bench.started(JdbcLockBackend.using(pool, OPTIONS));
    }

    @AfterEach
    void closePool() {
        bench.closeBackends();
        assertThat(pool.isClosed()).isFalse();
        pool.close();
    }

    @Test
    void a_step_takes_one_connection_and_gives_it_back_as_it_was() throws SQLException {
        LockBackend backend = on(1, true, null);
        assertThat(backend.store()).contains(bench.server.host() + ":" + bench.server.port() + "/");
        int before;
        try (Connection connection = pool.getConnection()) {
            before = connection.getNetworkTimeout();
        }
        holdAndRelease(backend, bench.name());
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.getNetworkTimeout()).isEqualTo(before);
        }
    }

    /** Row Q9: a pool may hand out all connections with autocommit off. */
    @Test
    void without_autocommit_each_step_commits_all_the_same() throws SQLException {
        LockBackend backend = on(1, false, null);
        holdAndRelease(backend, bench.name());
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    private void holdAndRelease(LockBackend backend, LockName name) {
        LockBackend other = bench.backend();
        Attempt attempt = attempt(name);
        Grant grant = granted(backend.tryAcquire(attempt));
        contended(other.tryAcquire(attempt(name)));
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        Attempt next = attempt(name);
        granted(other.tryAcquire(next));
        other.release(next);
    }

    /**
     * Row Q12, and issue 3683 of Spring Integration: the lock outlives the caller's rollback, and
     * commits nothing of its.
     */
    @Test
    void a_callers_transaction_is_neither_joined_nor_ended() throws SQLException {
        LockBackend owner = on(4, true, null);
        bench.server.execute("CREATE TABLE IF NOT EXISTS work (id INT)");
        LockName name = bench.name();
        Attempt attempt = attempt(name);
        LockBackend backend = bench.started(JdbcLockBackend.using(ThreadBoundDataSource.over(pool), OPTIONS));
        ThreadBoundDataSource.inTransaction(pool, connection -> {
            assertThat(connection.createStatement().executeUpdate("INSERT INTO work VALUES (1)"))
                    .isEqualTo(1);
            granted(backend.tryAcquire(attempt));
            assertThat(bench.server.query("SELECT id FROM work")).isEmpty();
            connection.rollback();
        });
        assertThat(bench.server.query("SELECT id FROM work")).isEmpty();
        contended(owner.tryAcquire(attempt(name)));
        ThreadBoundDataSource.inTransaction(pool, connection -> {
            assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
            connection.rollback();
        });
        granted(owner.tryAcquire(attempt(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRANSACTION_READ_COMMITTED", "TRANSACTION_REPEATABLE_READ", "TRANSACTION_SERIALIZABLE"})
    void every_isolation_will_do(String isolation) {
        LockBackend backend = on(4, true, isolation);
        for (int round = 0; round < 10; round++) {
            LockName name = bench.name();
            holdAndRelease(backend, name);
            List<CompletableFuture<AcquireOutcome>> tries = IntStream.range(0, 4)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> backend.tryAcquire(attempt(name))))
                    .toList();
            assertThat(tries.stream().map(CompletableFuture::join))
                    .filteredOn(AcquireOutcome.Granted.class::isInstance)
                    .hasSize(1);
            assertThat(tries.stream().map(CompletableFuture::join))
                    .filteredOn(AcquireOutcome.Contended.class::isInstance)
                    .hasSize(3);
        }
    }

    @Test
    void a_pool_without_a_free_connection_refuses_and_never_says_contended() throws SQLException {
        LockBackend backend = on(1, true, null, Duration.ofSeconds(2));
        Attempt attempt = attempt(bench.name());
        Grant grant = granted(backend.tryAcquire(attempt));
        try (Connection taken = pool.getConnection()) {
            assertThat(taken.isClosed()).isFalse();
            AcquireOutcome.Refused refused = refused(backend.tryAcquire(attempt(bench.name())));
            assertThat(refused.retryable()).isTrue();
            assertThat(refused.cause())
                    .hasMessageContaining("became free in time")
                    .hasMessageContaining("your own pool");
            assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Unknown.class);
            assertThat(backend.release(attempt)).isInstanceOf(ReleaseOutcome.Unknown.class);
        }
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
    }
}
