// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
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
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.tck.CapturedLogs;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * Locks that a client retains, and other clients that want them. The retention and the lease are so long that only a recall
 * can be the reason if another client gets the lock.
 */
@ParameterizedClass
@EachProduct
class JdbcRecallIT extends OnEachDatabase {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final AcquireOptions RETAINING = AcquireOptions.waitAtMost(Duration.ofMinutes(2))
            .withLease(Duration.ofHours(3))
            .withRetention(Duration.ofMinutes(50));

    private static final AcquireOptions WAITING =
            AcquireOptions.waitAtMost(PATIENCE).withLease(Duration.ofHours(3));

    private final List<LockClient> clients = new ArrayList<>();
    private final List<RetentionEnd> ended = new CopyOnWriteArrayList<>();
    private LockClient retaining;
    private LockClient other;

    @BeforeEach
    void openClients() {
        retaining = client(RETAINING);
        retaining.addListener(event -> {
            if (event instanceof LockEvent.RetentionEnded end && end.end() != RetentionEnd.REUSED) {
                ended.add(end.end());
            }
        });
        other = client(WAITING);
    }

    @AfterEach
    void closeClients() {
        clients.forEach(LockClient::close);
    }

    private LockClient client(AcquireOptions defaults, String... options) {
        return clientAt(bench.server.url(), defaults, options);
    }

    private LockClient clientAt(String url, AcquireOptions defaults, String... options) {
        LockSettings settings = bench.settings(url, options);
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

    /** The session that listens, or that watches the row of recalls. */
    private static String listener() {
        return bench.isPostgres()
                ? "pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
                : "id FROM information_schema.processlist"
                        + " WHERE info LIKE '%interlock recall-watch%' AND info NOT LIKE '%processlist%'";
    }

    private static String listening() {
        return await().atMost(PATIENCE).until(() -> bench.server.query("SELECT " + listener()), id -> !id.isEmpty());
    }

    /** A column of the row of a lock. */
    private static String column(String column, String name) {
        String hex = HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
        return bench.server.query("SELECT " + column + " FROM interlock_lease WHERE lock_name = "
                + (bench.isPostgres() ? "'\\x" + hex + "'" : "x'" + hex + "'"));
    }

    /** How often the row of a lock was written: by each acquisition and each release. */
    private static String writes(String name) {
        return column("change_count", name);
    }

    /** Whether a waiter has the named lock. */
    /** Whether the row of a lock says that it can be recalled. */
    private static boolean isMarked(String name) {
        String marked = bench.isPostgres() ? "length(owner_id) = 32" : "owner_id IS NOT NULL AND token_count > 1000";
        return column("CASE WHEN " + marked + " THEN 1 ELSE 0 END", name).equals("1");
    }

    @Test
    void a_retained_lock_is_acquired_and_released_without_a_request() throws Exception {
        String name = name();
        LockHandle before = retained(name);
        String writes = writes(name);
        LockHandle handle = retaining.lock(name).acquire();
        handle.close();
        assertThat(writes(name)).isEqualTo(writes);
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
    void a_try_for_a_set_recalls_all_that_it_finds_retained() throws Exception {
        List<String> names = List.of(name(), name());
        for (String name : names) {
            retained(name);
        }
        assertThat(other.lockAll(names).tryAcquire()).isEmpty();
        names.forEach(this::becomesFree);
        assertThat(ended).containsExactly(RetentionEnd.RECALLED, RetentionEnd.RECALLED);
    }

    @Test
    void one_that_waits_since_before_the_grant_gets_it() throws Exception {
        String name = name();
        retained(name());
        LockHandle first = other.lock(name).acquire();
        CompletableFuture<LockHandle> second = retaining.lock(name).acquireAsync(RETAINING);
        // First in the queue: it watches the row. Its first look has the named lock for a moment, too.
        await().atMost(PATIENCE).until(() -> bench.sessionsIn("bell-watch") == 1);
        CompletableFuture<LockHandle> last = client(WAITING).lock(name).acquireAsync(WAITING);
        await().atMost(PATIENCE).until(() -> bench.sessionsIn("bell-wait") == 1);
        first.close();
        second.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).close();
        last.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).close();
    }

    @Test
    void a_client_whose_session_has_ended_lets_all_go_and_retains_again() throws Exception {
        String name = name();
        retained(name);
        String id = listening();
        if (bench.isPostgres()) {
            bench.server.query("SELECT pg_terminate_backend(" + id + ")");
        } else {
            bench.server.execute("KILL " + id);
        }
        becomesFree(name);
        assertThat(ended).containsExactly(RetentionEnd.RECALLED);
        retained(name);
    }

    /** The connection lives, and other sessions answer: only the missing beat shows that recalls do not arrive. */
    @Test
    void a_client_whose_session_is_stopped_lets_all_go() throws Exception {
        assumeThat(bench.isPostgres()).as("a session is a process").isTrue();
        String name = name();
        retained(name);
        String pid = listening();
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

    /** Long before a statement that does not answer would be given up. */
    @Test
    void a_client_whose_watch_gets_no_answer_lets_all_go_and_retains_again() throws Exception {
        assumeThat(bench.isPostgres()).as("a statement watches").isFalse();
        String name = name();
        try (GateProxy proxy = GateProxy.mysql(bench.server.host(), bench.server.port())) {
            LockClient client = clientAt(bench.server.urlThrough(proxy.port()), RETAINING, "interlock.timeout=50s");
            retained(client, name);
            Gate gate = proxy.onRequest(JdbcSteps.running("interlock recall-watch "))
                    .always()
                    .holdReply();
            gate.awaitReached(PATIENCE);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> other.inspect(name).isEmpty());
            client.lock(name).acquire().close();
            assertThat(other.inspect(name)).isEmpty();
            gate.open();
            retained(client, name);
        }
    }

    /** As behind a pooler that the start does not see: what other sessions of this client send arrives nowhere. */
    @Test
    void a_client_that_never_hears_retains_nothing_and_warns() throws Exception {
        assumeThat(bench.isPostgres()).as("a schema can hide what notifies").isTrue();
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
        // A watch outlives its client by a moment.
        await().atMost(PATIENCE)
                .until(() -> bench.server.query("SELECT " + listener()).isEmpty());
        Map<String, Long> before = bench.server.statementsByKind();
        try (LockHandle handle = other.lock(name).acquire()) {
            assertThat(other.inspect(name).orElseThrow().fencingToken()).isEqualTo(handle.fencingToken());
            assertThat(isMarked(name)).isFalse();
        }
        Map<String, Long> sent = new TreeMap<>(bench.server.statementsByKind());
        assertThat(sent.get("update") - before.get("update")).isEqualTo(2);
        assertThat(bench.server.query("SELECT " + listener())).isEmpty();
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
                .until(() -> bench.server.query("SELECT " + listener()).isEmpty());
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
        assumeThat(bench.isPostgres()).as("there is a right to notify").isTrue();
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
        for (String text : List.of("", "beat 1", "beat x", "0".repeat(32), "wanted")) {
            if (bench.isPostgres()) {
                column("pg_notify('interlock_' || encode(substr(owner_id, 17), 'hex'), '" + text + "')", name);
            } else {
                bench.server.execute(note(text, name));
            }
        }
        LockHandle handle = retaining.lock(name).acquire();
        handle.close();
        assertThat(ended).isEmpty();
    }

    /** Notes a text where the client that retains a lock is recalled. */
    private static String note(String text, String name) {
        return "UPDATE interlock_lease SET change_count = change_count + 1, holder_hint = LEFT(CONCAT('" + text
                + ",', holder_hint), 100) WHERE " + isRow(name);
    }

    private static String isRow(String name) {
        return "lock_name = CONCAT(x'00', 'interlock-recall-', " + column("token_count", name) + ")";
    }

    @Test
    void the_mark_of_a_row_is_gone_with_its_holder() throws InterruptedException {
        String name = name();
        retained(name);
        assertThat(isMarked(name)).isTrue();
        LockHandle handle = other.lock(name).acquire();
        assertThat(isMarked(name)).isFalse();
        handle.close();
    }

    /** The row has the latest notes only. */
    @Test
    void a_client_that_missed_notes_or_lost_the_row_lets_all_go_and_retains_again() throws Exception {
        assumeThat(bench.isPostgres()).as("recalls are notes in a row").isFalse();
        String name = name();
        for (String change : List.of(
                "UPDATE interlock_lease SET change_count = change_count + 9",
                "UPDATE interlock_lease SET change_count = change_count - 1",
                "DELETE FROM interlock_lease")) {
            ended.clear();
            retained(name);
            bench.server.execute(change + " WHERE " + isRow(name));
            becomesFree(name);
            assertThat(ended).containsExactly(RetentionEnd.RECALLED);
        }
        retained(name);
    }

    @Test
    void a_note_that_is_rolled_back_hides_no_other_one() throws Exception {
        assumeThat(bench.isPostgres()).as("recalls are notes in a row").isFalse();
        String name = name();
        retained(name);
        String note = note("nothing", name);
        try (Connection connection = bench.server.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 20; i++) {
                assertThat(statement.executeUpdate(note)).isEqualTo(1);
                // Longer than the pause between two looks.
                assertThat(statement.execute("DO SLEEP(0.02)")).isFalse();
                connection.rollback();
            }
        }
        assertThat(ended).isEmpty();
        assertThat(other.lock(name).tryAcquire()).isEmpty();
        becomesFree(name);
        assertThat(ended).containsExactly(RetentionEnd.RECALLED);
    }

    @Test
    void a_row_that_a_stranger_keeps_locked_fails_no_try() throws Exception {
        assumeThat(bench.isPostgres()).as("recalls are notes in a row").isFalse();
        String name = name();
        retained(name);
        String note = note("nothing", name);
        try (Connection connection = bench.server.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(statement.executeUpdate(note)).isEqualTo(1);
            assertThat(other.lock(name).tryAcquire()).isEmpty();
            // Nor can the client's own beat be written: it lets all go.
            becomesFree(name);
        }
    }
}
