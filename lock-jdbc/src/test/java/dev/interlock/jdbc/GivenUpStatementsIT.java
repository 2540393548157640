// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Mode;
import dev.interlock.jdbc.options.JdbcLockOptions.Pool;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Statements that hang at the server, as something else there has stopped: their sessions do not fill it. */
@ParameterizedClass
@EachProduct
class GivenUpStatementsIT extends OnEachDatabase {

    private static final int THREADS = 8;
    private static final int ROUNDS = 5;

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** Those in use, those that were given up, and as many again that were given up before the first were counted. */
    private static final long MOST = 3L * (Pool.STANDARD.size() + Pool.STANDARD.reserve());

    private LockBackend own(Mode mode) {
        return bench.backend("interlock.timeout=" + TIMEOUT.toMillis() + "ms", "interlock.mode=" + mode.text());
    }

    private static JdbcLockOptions options(Mode mode) {
        return (mode == Mode.LEASE ? JdbcLockOptions.STANDARD : JdbcLockOptions.ROW_LOCK)
                .withSchema(Schema.CREATE)
                .withTimeout(TIMEOUT);
    }

    @ParameterizedTest
    @EnumSource
    void a_table_lock_does_not_fill_the_server_with_sessions_of_our_own_pools(Mode mode) throws Exception {
        LockBackend backend = own(mode);
        boundedWhileTableIsLocked(backend, mode);
    }

    @ParameterizedTest
    @EnumSource
    void a_table_lock_does_not_fill_the_server_with_sessions_of_a_data_source(Mode mode) throws Exception {
        try (HikariDataSource pool = SqlDataSources.pooled(bench.server, 20)) {
            LockBackend backend = bench.started(JdbcLockBackend.using(pool, options(mode)));
            boundedWhileTableIsLocked(backend, mode);
            bench.closeBackends();
        }
    }

    private void boundedWhileTableIsLocked(LockBackend backend, Mode mode) throws Exception {
        try (Connection dump = bench.server.connect();
                Statement statement = dump.createStatement()) {
            if (bench.isPostgres()) {
                dump.setAutoCommit(false);
                statement.execute("LOCK TABLE " + mode.table() + " IN ACCESS EXCLUSIVE MODE");
            } else {
                statement.execute("LOCK TABLES " + mode.table() + " WRITE");
            }
            bounded(backend);
        }
        worksAgain(backend);
    }

    @Test
    void a_standby_that_is_missing_does_not_fill_the_server_with_sessions() throws Exception {
        assumeThat(bench.isPostgres()).isTrue();
        try (HikariDataSource pool = SqlDataSources.pooled(bench.server, 20)) {
            LockBackend[] backends = {own(Mode.LEASE), bench.started(JdbcLockBackend.using(pool, options(Mode.LEASE)))};
            for (LockBackend backend : backends) {
                standbys("missing");
                try {
                    Queue<AcquireOutcome> outcomes = bounded(backend);
                    assertThat(outcomes)
                            .filteredOn(Refused.class::isInstance)
                            .extracting(outcome -> ((Refused) outcome).cause().getMessage())
                            .anyMatch(message -> message.contains("statements that this client gave up"));
                } finally {
                    standbys("");
                }
                worksAgain(backend);
            }
            bench.closeBackends();
        }
    }

    private static void standbys(String names) {
        bench.server.execute("ALTER SYSTEM SET synchronous_standby_names = '" + names + "'");
        bench.server.execute("SELECT pg_reload_conf()");
        await().until(() ->
                bench.server.query("SHOW synchronous_standby_names").strip().equals(names));
    }

    /** Asks for many locks, none of which is granted, and counts the sessions meanwhile. */
    private Queue<AcquireOutcome> bounded(LockBackend backend) throws InterruptedException {
        long before = sessions();
        Queue<AcquireOutcome> outcomes = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    AcquireOutcome outcome = backend.tryAcquire(attempt(bench.name()));
                    outcomes.add(outcome);
                    if (outcome instanceof Refused) {
                        rest();
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        long most = 0;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                most = Math.max(most, sessions());
                thread.join(100);
            }
        }
        assertThat(outcomes).hasSize(THREADS * ROUNDS).noneMatch(AcquireOutcome.Granted.class::isInstance);
        assertThat(most - before).isLessThanOrEqualTo(MOST);
        return outcomes;
    }

    /** As callers do between two tries. */
    private static void rest() {
        try {
            Thread.sleep(TIMEOUT.toMillis() / 2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long sessions() {
        return Long.parseLong(bench.server
                .query(
                        bench.isPostgres()
                                ? "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                                : "SELECT COUNT(*) FROM information_schema.processlist")
                .strip());
    }

    private static void worksAgain(LockBackend backend) throws SQLException {
        Attempt attempt = attempt(bench.name());
        await().atMost(BackendBench.LEASE).until(() -> backend.tryAcquire(attempt) instanceof AcquireOutcome.Granted);
        granted(backend.tryAcquire(attempt));
        backend.release(attempt);
    }
}
