// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.jdbc.JdbcConnections.Use;
import dev.interlock.jdbc.JdbcConnections.Work;
import dev.interlock.jdbc.JdbcLockOptions.Schema;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;

/**
 * Tries at the start everything that mode row-lock needs later, on rows that no lock can have, so that a missing table, column
 * or right shows then. Several clients may start at once: the one that meets another on the row has seen enough.
 */
final class RowLockProbe {

    private static final Duration MIN_LEASE = Duration.ofSeconds(1);

    /** Of the probe's own session, which is idle while its token is committed: longer than a slow disk needs for that. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    /** The longest that MySQL and MariaDB count, and the longest whole number of days below 2^31 ms for PostgreSQL. */
    private static final Duration MAX_LEASE = Duration.ofDays(365);

    private static final Duration MAX_LEASE_POSTGRES = Duration.ofDays(24);
    private static final int MAX_TOKENS = 64;

    private static final Map<String, String> MYSQL_ROW = Map.of("lock_name", "varbinary", "part", "smallint");
    private static final Map<String, String> POSTGRES_ROW = Map.of("lock_name", "bytea", "part", "smallint");
    private static final Map<String, String> MYSQL_TOKEN = Map.of(
            "lock_name", "varbinary",
            "first_token", "bigint",
            "token_count", "smallint",
            "session_id", "bigint",
            "holder_hint", "varchar",
            "change_count", "bigint",
            "format_version", "smallint");
    private static final Map<String, String> POSTGRES_TOKEN = Map.of(
            "lock_name", "bytea",
            "first_token", "bigint",
            "token_count", "smallint",
            "session_id", "bigint",
            "holder_hint", "character varying",
            "change_count", "bigint",
            "format_version", "smallint");

    private final JdbcStore store;
    private final RowLockStatements statements;
    private final RowLockTokens tokens;
    private final RowLockSessions sessions;
    private final byte[] key = JdbcKeys.probe();
    private final Attempt attempt = new Attempt(new LockName("probe"), AttemptId.random(), LEASE, 1, null);

    RowLockProbe(JdbcStore store, RowLockStatements statements, RowLockTokens tokens, RowLockSessions sessions) {
        this.store = store;
        this.statements = statements;
        this.tokens = tokens;
        this.sessions = sessions;
    }

    Capabilities run() {
        step(JdbcProbe.FAILED, this::findTables);
        boolean unused = step(JdbcProbe.FAILED, connection -> JdbcProbe.isDurable(connection, store));
        step("locks cannot be inspected", this::look);
        try {
            acquire();
        } catch (SQLException e) {
            throw store.errors().unavailable("locks cannot be acquired", e);
        }
        return new Capabilities(
                store.dialect().text() + "-row-lock",
                EnumSet.of(
                        Capability.NOTIFIES_WAITERS,
                        Capability.TOKENS_SURVIVE_DATA_LOSS,
                        Capability.ENDS_WITH_CONNECTION),
                Waiting.BLOCKING,
                MIN_LEASE,
                store.dialect().isMysql() ? MAX_LEASE : MAX_LEASE_POSTGRES,
                MAX_TOKENS);
    }

    private <T> T step(String failed, Work<T> work) {
        try {
            return store.connections().run(Use.ACQUIRING, work);
        } catch (SQLException e) {
            throw store.errors().unavailable(failed, e);
        }
    }

    private boolean findTables(Connection connection) throws SQLException {
        try {
            look(connection);
        } catch (SQLException e) {
            if (store.options().schema() != Schema.CREATE || !store.errors().isMissingTable(e)) {
                throw e;
            }
            create(connection);
        }
        boolean mysql = store.dialect().isMysql();
        new JdbcTable(store, store.options().table()).check(connection, mysql ? MYSQL_ROW : POSTGRES_ROW);
        new JdbcTable(store, store.options().tokenTable()).check(connection, mysql ? MYSQL_TOKEN : POSTGRES_TOKEN);
        return true;
    }

    /** Two clients that start at once can get into each other's way: PostgreSQL then refuses one of them. */
    private void create(Connection connection) throws SQLException {
        try {
            JdbcTable.createAll(connection, store);
        } catch (SQLException e) {
            try {
                look(connection);
            } catch (SQLException stillMissing) {
                e.addSuppressed(stillMissing);
                throw e;
            }
        }
    }

    private boolean look(Connection connection) throws SQLException {
        Integer unused = statements.look().first(connection, RowLockStatements.of(key), row -> row.getInt(1));
        return tokens.last(connection, key).isPresent();
    }

    private void acquire() throws SQLException {
        RowLockSession session = sessions.open(attempt, key);
        try {
            if (session.tryLock()) {
                long unused = tokens.mint(key, attempt, session.id());
                session.verify();
                session.renew(LEASE.multipliedBy(2));
                session.check();
            }
        } finally {
            boolean unused = session.end();
        }
    }
}
