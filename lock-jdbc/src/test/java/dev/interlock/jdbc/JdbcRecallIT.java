// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.RetentionEnd;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.tck.CapturedLogs;
import dev.interlock.testbed.server.SqlProduct;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Locks that a client retains on PostgreSQL, and other clients that want them. The retention and the lease are so long
 * that only a recall can be the reason if another client gets the lock.
 */
class JdbcRecallIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final AcquireOptions RETAINING = AcquireOptions.waitAtMost(Duration.ofMinutes(2))
            .withLease(Duration.ofHours(3))
            .withRetention(Duration.ofMinutes(50));

    private static final AcquireOptions WAITING =
            AcquireOptions.waitAtMost(PATIENCE).withLease(Duration.ofHours(3));

    private static final String LISTENERS =
            "FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()";

    private static BackendBench bench;

    private final List<LockClient> clients = new ArrayList<>();
    private final List<RetentionEnd> ended = new CopyOnWriteArrayList<>();
    private LockClient retaining;
    private LockClient other;

    @BeforeAll
    static void startServer() {
        bench = new BackendBench(SqlProduct.POSTGRES);
    }

    @AfterAll
    static void stopServer() {
        if (bench != null) {
            bench.close();
        }
    }

    @BeforeEach
    void start() {
        retaining = client(RETAINING);
        retaining.addListener(event -> {
            if (event instanceof LockEvent.RetentionEnded end && end.end() != RetentionEnd.REUSED) {
                ended.add(end.end());
            }
        });
        other = client(WAITING);
    }

    @AfterEach
    void stop() {
        clients.forEach(LockClient::close);
    }

    private LockClient client(AcquireOptions defaults, String... options) {
        LockSettings settings = bench.settings(bench.server.url(), options);
        LockClient client = LockClient.connect(settings.withClient(options(defaults)));
        clients.add(client);
        return client;
    }

    private static ClientOptions options(AcquireOptions defaults) {
        return ClientOptions.STANDARD.withDefaults(defaults).withHolderHint("a hint");
    }

    /** Until the client listens, its locks are not retained. */
    private static LockHandle retained(LockClient client, String name) throws InterruptedException {
        await().atMost(PATIENCE).until(() -> {
            LockHandle before = client.lock(name).acquire();
            before.close();
            try (LockHandle after = client.lock(name).acquire()) {
                return after.fencingToken() == before.fencingToken() + 1;
            }
        });
        LockHandle last = client.lock(name).acquire();
        last.close();
        return last;
    }

    private LockHandle retained(String name) throws InterruptedException {
        return retained(retaining, name);
    }

    private static String name() {
        return bench.name().value();
    }

    private void becomesFree(String name) {
        await().atMost(PATIENCE).until(() -> other.inspect(name).isEmpty());
    }

    /** The acquisitions and releases at the server; beats and looks change no row. */
    private static long updates() {
        return bench.server.statementsByKind().getOrDefault("update", 0L);
    }

    @Test
    void a_retained_lock_is_acquired_and_released_without_a_request() throws Exception {
        String name = name();
        LockHandle before = retained(name);
        long updates = updates();
        LockHandle handle = retaining.lock(name).acquire();
        handle.close();
        assertThat(updates()).isEqualTo(updates);
        assertThat(handle.fencingToken()).isEqualTo(before.fencingToken() + 1);
        assertThat(other.inspect(name).orElseThrow().hint()).contains("a hint");
        assertThat(ended).isEmpty();
    }

    @Test
    void a_waiter_of_another_client_gets_it_with_a_greater_token() throws Exception {
        String name = name();
        LockHandle before = retained(name);
        try (LockHandle handle = other.lock(name).acquire()) {
            assertThat(handle.fencingToken()).isGreaterThan(before.fencingToken());
            assertThat(retaining.lock(name).tryAcquire()).isEmpty();
        }
        assertThat(ended).containsExactly(RetentionEnd.RECALLED);
    }

    @Test
    void a_try_of_another_client_finds_it_taken_and_a_later_one_finds_it_free() throws Exception {
        String name = name();
        retained(name);
        assertThat(other.lock(name).tryAcquire()).isEmpty();
        becomesFree(name);
        assertThat(other.lock(name).tryAcquire()).isPresent();
    }

    @Test
    void a_look_of_another_client_recalls_nothing() throws Exception {
        String name = name();
        String asked = name();
        retained(name);
        retained(asked);
        assertThat(other.inspect(name)).isPresent();
        assertThat(other.lock(asked).tryAcquire()).isEmpty();
        becomesFree(asked);
        assertThat(other.inspect(name)).isPresent();
    }

    @Test
    void a_set_of_another_client_gets_it() throws Exception {
        String name = name();
        retained(name);
        other.lockAll(List.of(name(), name, name())).acquire(WAITING).close();
        assertThat(ended).containsExactly(RetentionEnd.RECALLED);
    }

    @Test
    void one_that_waits_since_before_the_grant_gets_it() throws Exception {
        String name = name();
        retained(name());
        LockHandle first = other.lock(name).acquire();
        CompletableFuture<LockHandle> second = retaining.lock(name).acquireAsync(RETAINING);
        await().atMost(PATIENCE).until(() -> bench.namedLockSessions() == 1);
        CompletableFuture<LockHandle> last = client(WAITING).lock(name).acquireAsync(WAITING);
        await().atMost(PATIENCE).until(() -> bench.namedLockSessions() == 2);
        first.close();
        second.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).close();
        last.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).close();
    }

    @Test
    void a_client_whose_session_has_ended_lets_all_go_and_retains_again() throws Exception {
        String name = name();
        retained(name);
        bench.server.query("SELECT pg_terminate_backend(pid) " + LISTENERS);
        becomesFree(name);
        assertThat(ended).containsExactly(RetentionEnd.RECALLED);
        retained(name);
    }

    /** The connection lives, and other sessions answer: only the missing beat shows that recalls do not arrive. */
    @Test
    void a_client_whose_session_is_silent_lets_all_go() throws Exception {
        String name = name();
        retained(name);
        String pid = bench.server.query("SELECT pid " + LISTENERS);
        signal("STOP", pid);
        try {
            becomesFree(name);
            retaining.lock(name).acquire().close();
            // Not by a try: another session may listen by now, so that the lock is retained again, and recalled.
            other.lock(name).acquire(WAITING).close();
        } finally {
            signal("CONT", pid);
        }
    }

    /** As behind a pooler that the start does not see: what this client has the server notify arrives nowhere. */
    @Test
    void a_client_that_never_hears_retains_nothing_and_warns() throws Exception {
        bench.server.execute("CREATE SCHEMA deaf");
        bench.server.execute("CREATE FUNCTION deaf.pg_notify(text, text) RETURNS void LANGUAGE sql AS 'SELECT'");
        String name = name();
        try (CapturedLogs logs = new CapturedLogs()) {
            LockClient deaf = client(RETAINING, "currentSchema=deaf,public,pg_catalog");
            await().atMost(PATIENCE).until(() -> {
                deaf.lock(name).acquire().close();
                assertThat(other.inspect(name)).isEmpty();
                return logs.warnings().stream().anyMatch(line -> line.contains("keeps no released lock"));
            });
        }
    }

    private static void signal(String signal, String pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor())
                .isZero();
    }

    @Test
    void without_a_retention_nothing_is_different() throws Exception {
        String name = name();
        other.lock(name).acquire().close();
        Map<String, Long> before = bench.server.statementsByKind();
        try (LockHandle handle = other.lock(name).acquire()) {
            assertThat(bench.server.query("SELECT length(owner_id) FROM interlock_lease WHERE first_token = "
                            + handle.fencingToken()))
                    .isEqualTo("16");
        }
        Map<String, Long> sent = new TreeMap<>(bench.server.statementsByKind());
        assertThat(sent.get("update") - before.get("update")).isEqualTo(2);
        assertThat(bench.server.query("SELECT count(*) " + LISTENERS)).isEqualTo("0");
    }

    @Test
    void the_close_frees_all() throws Exception {
        String prefix = name();
        retained(name());
        for (int i = 0; i < 300; i++) {
            retaining.lock(prefix + "-" + i).acquire().close();
        }
        retaining.close();
        for (int i = 0; i < 300; i++) {
            assertThat(other.inspect(prefix + "-" + i)).isEmpty();
        }
        await().atMost(PATIENCE)
                .until(() -> bench.server.query("SELECT count(*) " + LISTENERS).equals("0"));
    }

    /** As an application's pool must not lose a connection, which would listen. */
    @Test
    void a_client_of_a_data_source_refuses_the_option_and_recalls_what_others_retain() throws Exception {
        String name = name();
        retained(name);
        try (HikariDataSource source = new HikariDataSource()) {
            source.setJdbcUrl(bench.server.url());
            source.setUsername(bench.server.user().isEmpty() ? null : bench.server.user());
            source.setPassword(bench.server.password());
            try (LockClient shared =
                    LockClient.using(JdbcLockBackend.using(source, JdbcLockOptions.STANDARD), options(WAITING))) {
                assertThat(shared.capabilities().has(Capability.RECALLS)).isFalse();
                assertThatThrownBy(() -> shared.lock(name).tryAcquire(RETAINING))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("RECALLS");
                shared.lock(name).acquire().close();
            }
        }
    }

    @Test
    void a_user_that_may_not_notify_refuses_the_option_and_locks_as_before() throws Exception {
        String name = name();
        String[] login = bench.user("silent", "SELECT, INSERT, UPDATE");
        bench.server.execute("REVOKE EXECUTE ON FUNCTION pg_notify(text, text) FROM PUBLIC");
        try {
            LockClient silent = client(WAITING, login);
            assertThat(silent.capabilities().has(Capability.RECALLS)).isFalse();
            try (LockHandle held = silent.lock(name).acquire()) {
                assertThat(client(WAITING, login).lock(name).tryAcquire()).isEmpty();
                assertThat(other.inspect(name).orElseThrow().fencingToken()).isEqualTo(held.fencingToken());
            }
        } finally {
            bench.server.execute("GRANT EXECUTE ON FUNCTION pg_notify(text, text) TO PUBLIC");
        }
    }

    @Test
    void a_foreign_notification_changes_nothing() throws Exception {
        String name = name();
        retained(name);
        String channel = "'interlock_' || encode(substr(owner_id, 17), 'hex')";
        for (String payload : List.of("", "beat 1", "beat x", "0".repeat(32), "wanted")) {
            try (Connection connection = bench.server.connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT pg_notify(" + channel + ", '" + payload
                            + "') FROM interlock_lease WHERE length(owner_id) = 32")) {
                assertThat(row.next()).isTrue();
            }
        }
        LockHandle handle = retaining.lock(name).acquire();
        handle.close();
        assertThat(ended).isEmpty();
    }

    @Test
    void the_mark_of_a_row_is_gone_with_its_holder() throws SQLException, InterruptedException {
        String name = name();
        retained(name);
        assertThat(bench.server.query("SELECT count(*) FROM interlock_lease WHERE length(owner_id) = 32"))
                .isEqualTo("1");
        other.lock(name).acquire().close();
        assertThat(bench.server.query("SELECT count(*) FROM interlock_lease WHERE length(owner_id) = 32"))
                .isEqualTo("0");
    }
}
