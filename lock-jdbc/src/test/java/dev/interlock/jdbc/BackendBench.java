// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.lease.queue.NamedLocks;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** A server and backends on it, all closed at the end. */
final class BackendBench implements AutoCloseable {

    static final Duration LEASE = Duration.ofSeconds(30);

    /** Within this, what happens without waiting for a lease or a time-out has happened, on a busy machine too. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    final SqlProduct product;
    final SqlServer server;
    final StandaloneContext context = new StandaloneContext();
    private final Deque<LockBackend> backends = new ArrayDeque<>();
    private final AtomicInteger names = new AtomicInteger();

    BackendBench(SqlProduct product, String... configuration) {
        this(product, SqlServer.start(product, configuration));
    }

    /** On a server of a special kind, closed with the bench. */
    BackendBench(SqlProduct product, SqlServer server) {
        this.product = product;
        this.server = server;
    }

    boolean isPostgres() {
        return product == SqlProduct.POSTGRES;
    }

    /** A started backend that creates its table, with options such as {@code interlock.timeout=1s}. */
    LockBackend backend(String... options) {
        return backendAt(server.url(), options);
    }

    LockBackend backendAt(String url, String... options) {
        return started(opened(settings(url, options)));
    }

    /** With more patience than users have, if the options do not say otherwise. */
    LockSettings settings(String url, String... options) {
        LockSettings settings = LockSettings.of(url)
                .withOption("interlock.schema", "create")
                .withOption("interlock.timeout", LIMIT.toMillis() + "ms")
                .withOption("interlock.poolWait", LIMIT.toMillis() + "ms")
                .withOption("interlock.connectTimeout", LIMIT.toMillis() + "ms");
        if (!server.user().isEmpty()) {
            settings = settings.withOption("user", server.user()).withOption("password", server.password());
        }
        for (String option : options) {
            int equals = option.indexOf('=');
            settings = settings.withOption(option.substring(0, equals), option.substring(equals + 1));
        }
        return settings;
    }

    /** Not started; closed with the bench. */
    LockBackend opened(LockSettings settings) {
        return opened(new JdbcLockBackendProvider().open(settings));
    }

    /** Not started; closed with the bench. */
    LockBackend opened(LockBackend backend) {
        backends.push(backend);
        return backend;
    }

    LockBackend started(LockBackend backend) {
        backends.push(backend);
        backend.start(context);
        return backend;
    }

    LockName name() {
        return new LockName("lock-" + names.incrementAndGet());
    }

    static Attempt attempt(LockName name) {
        return attempt(name, LEASE, 1);
    }

    static Attempt attempt(LockName name, Duration lease, int tokens) {
        return Attempt.of(name, AttemptId.random(), lease, tokens, null);
    }

    static Grant granted(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Granted.class);
        return ((Granted) outcome).grant();
    }

    /** Waits for the lock as long as {@link #LIMIT}, in the way of the backend. */
    static Grant waited(LockBackend waiter, Attempt attempt) {
        try (Contest contest = waiter.contest(attempt)) {
            AcquireOutcome first = contest.attempt();
            if (first instanceof Granted) {
                return granted(first);
            }
            contended(first);
            assertThat(contest.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            return granted(contest.attempt());
        }
    }

    static Duration contended(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Contended.class);
        return ((Contended) outcome).retryAfter();
    }

    static Refused refused(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Refused.class);
        return (Refused) outcome;
    }

    /** The sessions that wait for a named lock, or that have waited for one and keep it. */
    long namedLockSessions() {
        return isPostgres()
                ? Long.parseLong(server.query("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))
                : sessionsIn("bell-wait");
    }

    /** The sessions that the server is busy for with a statement of ours, by the name of its file. */
    long sessionsIn(String statement) {
        String named = " LIKE '%interlock " + statement + " *%'";
        return Long.parseLong(server.query(
                isPostgres()
                        ? "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query" + named
                                + " AND query NOT LIKE '%pg_stat_activity%'"
                        : "SELECT COUNT(*) FROM information_schema.processlist WHERE info" + named
                                + " AND info NOT LIKE '%processlist%'"));
    }

    /** Whether no session has the named lock of a lock, neither within a statement nor between two. */
    boolean isNamedLockFree(LockName name) {
        if (isPostgres()) {
            return namedLockSessions() == 0;
        }
        Object key = NamedLocks.mysqlKey("interlock_lease", name);
        return server.query("SELECT IS_FREE_LOCK(SHA2(CONCAT(DATABASE(), '" + key + "'), 224))")
                .equals("1");
    }

    /** A column of the only row but the probe's. */
    String column(String column) {
        return server.query("SELECT " + column + " FROM interlock_lease WHERE lock_name <> " + probe());
    }

    /** Changes the only row but the probe's. */
    void set(String assignment) {
        server.execute("UPDATE interlock_lease SET " + assignment + " WHERE lock_name <> " + probe());
    }

    private String probe() {
        String hex = HexFormat.of().formatHex(JdbcKeys.probe());
        return isPostgres() ? "'\\x" + hex + "'" : "x'" + hex + "'";
    }

    /** The options of a user with rights on the table of leases alone. */
    String[] user(String name, String rights) {
        return user(name, rights, "interlock_lease");
    }

    /** The options of a user with rights on these tables alone. */
    String[] user(String name, String rights, String... tables) {
        String at = isPostgres() ? name : "'" + name + "'@'%'";
        if (isPostgres()) {
            server.execute("DO $$ BEGIN CREATE ROLE " + name
                    + " LOGIN PASSWORD 'pass'; EXCEPTION WHEN duplicate_object THEN NULL; END $$");
            server.execute("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM " + name);
        } else {
            server.execute("DROP USER IF EXISTS " + at);
            server.execute("CREATE USER " + at + " IDENTIFIED "
                    + (product == SqlProduct.MYSQL ? "WITH mysql_native_password " : "") + "BY 'pass'");
        }
        for (String table : tables) {
            server.execute("GRANT " + rights + " ON " + table + " TO " + at);
        }
        return new String[] {"user=" + name, "password=pass"};
    }

    /** Makes the server read-only to plain users, by {@code on} or {@code off}. */
    void readOnly(String setting) {
        if (isPostgres()) {
            server.execute("ALTER SYSTEM SET default_transaction_read_only = " + setting);
            server.execute("SELECT pg_reload_conf()");
            await().until(() ->
                    server.query("SHOW default_transaction_read_only").equals(setting));
        } else {
            server.execute("SET GLOBAL read_only = " + setting);
        }
    }

    /** Returns once a session waits for a row that another has locked. */
    void awaitBlocked() {
        awaitThat(this::isBlocked);
    }

    /** Returns once no session waits for a row. */
    void awaitUnblocked() {
        awaitThat(() -> !isBlocked());
    }

    private boolean isBlocked() {
        String blocked = isPostgres()
                ? "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                : "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
        return !server.query(blocked).isEmpty();
    }

    private static void awaitThat(Callable<Boolean> condition) {
        // InnoDB shows what it last collected as long as it is read more often than each tenth of a second.
        await().pollInterval(Duration.ofMillis(200)).atMost(LEASE).until(condition);
    }

    void closeBackends() {
        backends.forEach(LockBackend::close);
        backends.clear();
    }

    @Override
    public void close() {
        closeBackends();
        server.close();
    }
}
