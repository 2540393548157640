// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static dev.interlock.jdbc.BackendBench.refused;
import static dev.interlock.jdbc.BackendBench.waited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.LockName;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.SqlProduct;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A try and a release of mode row-lock in PostgreSQL, each in one message: what may happen between its statements. */
class RowLockTryIT {

    private static final String MODE = "interlock.mode=row-lock";

    private static BackendBench bench;

    private LockBackend backend;
    private LockBackend other;
    private LockName name;

    @BeforeAll
    static void start() {
        bench = new BackendBench(SqlProduct.POSTGRES);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @BeforeEach
    void open() {
        backend = bench.backend(MODE);
        other = bench.backend(MODE);
        name = used(backend);
    }

    @AfterEach
    void closeBackends() {
        bench.closeBackends();
    }

    /** A name that has its rows. */
    private static LockName used(LockBackend backend) {
        Attempt before = attempt(bench.name());
        granted(backend.tryAcquire(before));
        backend.release(before);
        return before.name();
    }

    private static Attempt hinted(LockName name, String hint) {
        return Attempt.of(name, attempt(name).id(), BackendBench.LEASE, 1, hint);
    }

    /** Lends the connections of another, and notes them. */
    private static DataSource noting(DataSource source, Queue<Connection> lent) {
        return (DataSource) Proxy.newProxyInstance(
                RowLockTryIT.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    Object result = method.invoke(source, arguments);
                    if (result instanceof Connection connection) {
                        lent.add(connection);
                    }
                    return result;
                });
    }

    private String token(String column) {
        return bench.server.query("SELECT " + column + " FROM interlock_row_token WHERE lock_name = '" + name + "'");
    }

    @Test
    void a_try_of_a_free_lock_is_one_message_and_so_is_its_release() {
        try (GateProxy proxy = GateProxy.postgres(bench.server.host(), bench.server.port())) {
            LockBackend counted = bench.backendAt(bench.server.urlThrough(proxy.port()), MODE);
            used(counted);
            Gate messages =
                    proxy.onRequest(JdbcSteps.running("/* interlock ")).always().holdRequest();
            messages.open();
            Attempt attempt = attempt(name);
            granted(counted.tryAcquire(attempt));
            assertThat(messages.timesMet()).as("to acquire").isEqualTo(1);
            assertThat(counted.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
            assertThat(messages.timesMet()).as("to acquire and release").isEqualTo(2);
            bench.closeBackends();
        }
    }

    /** Neither the server's rows nor its log grow by tries that find the lock taken. */
    @Test
    void a_try_of_a_held_lock_changes_nothing_about_its_holder() {
        Attempt held = hinted(name, "the holder");
        Grant grant = granted(backend.tryAcquire(held));
        String session = token("session_id");
        contended(other.tryAcquire(hinted(name, "another")));
        assertThat(token("session_id")).isEqualTo(session);
        assertThat(other.inspect(name)).hasValueSatisfying(holder -> {
            assertThat(holder.fencingToken()).isEqualTo(grant.token());
            assertThat(holder.hint()).contains("the holder");
        });
    }

    /** The holder has the row but not its second part yet, by which looks see it. */
    @Test
    void a_try_beside_a_grant_under_way_changes_nothing_about_it() throws Exception {
        try (GateProxy proxy = GateProxy.postgres(bench.server.host(), bench.server.port())) {
            LockBackend slow = bench.backendAt(bench.server.urlThrough(proxy.port()), MODE);
            Gate proof =
                    proxy.onRequest(JdbcSteps.running("interlock row-verify ")).holdRequest();
            LockName fresh = bench.name();
            CompletableFuture<AcquireOutcome> granting =
                    CompletableFuture.supplyAsync(() -> slow.tryAcquire(hinted(fresh, "the holder")));
            proof.awaitReached(BackendBench.LIMIT);
            contended(other.tryAcquire(hinted(fresh, "another")));
            proof.open();
            Grant grant = granted(granting.join());
            assertThat(other.inspect(fresh)).hasValueSatisfying(holder -> {
                assertThat(holder.fencingToken()).isEqualTo(grant.token());
                assertThat(holder.hint()).contains("the holder");
            });
            bench.closeBackends();
        }
    }

    /** The row's tokens are ahead of the clock here, so that only what is committed keeps them from repeating. */
    @Test
    void a_token_is_committed_before_its_holder_can_be_killed() {
        bench.server.execute("UPDATE interlock_row_token SET first_token = first_token + 1000000000000");
        Grant grant = granted(backend.tryAcquire(attempt(name)));
        bench.server.execute("SELECT pg_terminate_backend(" + token("session_id") + ")");
        assertThat(waited(other, attempt(name)).token()).isGreaterThan(grant.token());
    }

    /**
     * The server pauses in row-acquire: it has committed a token and read what the statement sees, but has not locked
     * the row. By then another client has had the lock.
     */
    @Test
    void a_token_is_not_used_if_another_grant_has_minted_before_the_row_was_locked() throws SQLException {
        bench.server.execute("CREATE SCHEMA shadow");
        bench.server.execute("CREATE FUNCTION shadow.pg_backend_pid() RETURNS int LANGUAGE plpgsql VOLATILE AS $$ BEGIN"
                + " IF current_query() LIKE '%interlock row-acquire %' THEN"
                + " WHILE NOT pg_try_advisory_xact_lock_shared(67) LOOP PERFORM pg_sleep(0.01); END LOOP; END IF;"
                + " RETURN pg_catalog.pg_backend_pid(); END $$");
        LockBackend paused =
                bench.backend(MODE, "currentSchema=shadow,pg_catalog", "interlock.table=public.interlock_row");
        CompletableFuture<AcquireOutcome> trying;
        Grant between;
        try (Connection gate = bench.server.connect();
                Statement statement = gate.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(67)");
            String before = token("change_count");
            trying = CompletableFuture.supplyAsync(() -> paused.tryAcquire(attempt(name)));
            await().until(() -> !token("change_count").equals(before));
            await().until(() -> bench.server
                    .query("SELECT wait_event FROM pg_stat_activity WHERE query LIKE '%interlock row-acquire %'"
                            + " AND state = 'active' AND pid <> pg_backend_pid()")
                    .equals("PgSleep"));
            Attempt attempt = attempt(name);
            between = granted(other.tryAcquire(attempt));
            other.release(attempt);
        }
        assertThat(granted(trying.join()).token()).isGreaterThan(between.token());
    }

    @Test
    void of_tries_at_once_exactly_one_is_granted() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            long last = 0;
            for (int round = 0; round < 100; round++) {
                List<Attempt> attempts = List.of(attempt(name), attempt(name), attempt(name), attempt(name));
                List<Callable<AcquireOutcome>> tries = new ArrayList<>();
                for (Attempt each : attempts) {
                    LockBackend client = tries.size() % 2 == 0 ? backend : other;
                    tries.add(() -> client.tryAcquire(each));
                }
                List<Grant> grants = new ArrayList<>();
                for (Future<AcquireOutcome> each : threads.invokeAll(tries)) {
                    AcquireOutcome outcome = each.get();
                    assertThat(outcome).isInstanceOfAny(Granted.class, Contended.class);
                    if (outcome instanceof Granted granted) {
                        grants.add(granted.grant());
                    }
                }
                assertThat(grants).as("round %d", round).hasSize(1);
                Grant grant = grants.get(0);
                assertThat(grant.token()).isGreaterThan(last);
                last = grant.token();
                LockBackend client = attempts.indexOf(grant.attempt()) % 2 == 0 ? backend : other;
                assertThat(client.release(grant.attempt())).isEqualTo(new ReleaseOutcome.Released());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** A name that is not free is an answer; a table that cannot be written is none (rule ERR-1). */
    @Test
    void a_try_while_the_table_of_tokens_is_locked_is_refused() throws SQLException {
        try (Connection foreign = bench.server.connect();
                Statement statement = foreign.createStatement()) {
            foreign.setAutoCommit(false);
            statement.execute("LOCK TABLE interlock_row_token IN EXCLUSIVE MODE");
            AcquireOutcome.Refused refused = refused(backend.tryAcquire(attempt(name)));
            assertThat(refused.retryable()).isTrue();
            foreign.rollback();
        }
        granted(backend.tryAcquire(attempt(name)));
    }

    @Test
    void a_token_that_waits_for_a_standby_is_given_up_and_its_session_ended() {
        LockBackend hasty = bench.backend(MODE, "interlock.timeout=2s");
        synchronousStandbys("nobody");
        try {
            assertThat(hasty.tryAcquire(attempt(name))).isInstanceOf(Unknown.class);
            await().atMost(BackendBench.LEASE)
                    .until(() -> bench.server
                            .query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                            .equals("0"));
        } finally {
            synchronousStandbys("");
        }
        waited(other, attempt(name));
    }

    private static void synchronousStandbys(String names) {
        bench.server.execute("ALTER SYSTEM SET synchronous_standby_names = '" + names + "'");
        bench.server.execute("SELECT pg_reload_conf()");
        await().until(() -> bench.server.query("SHOW synchronous_standby_names").equals(names));
    }

    /** As after a driver or a proxy that connects anew by itself: the lock is gone, and the release must not confirm it. */
    @Test
    void a_release_in_another_transaction_than_the_lock_says_so() throws SQLException {
        Queue<Connection> lent = new ConcurrentLinkedQueue<>();
        try (HikariDataSource pool = SqlDataSources.pooled(bench.server, 3)) {
            LockBackend borrowing = bench.started(
                    JdbcLockBackend.using(noting(pool, lent), JdbcLockOptions.ROW_LOCK.withSchema(Schema.CREATE)));
            Attempt attempt = attempt(name);
            lent.clear();
            granted(borrowing.tryAcquire(attempt));
            lent.element().rollback();
            granted(other.tryAcquire(attempt(name)));
            assertThat(borrowing.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
            bench.closeBackends();
        }
    }
}
