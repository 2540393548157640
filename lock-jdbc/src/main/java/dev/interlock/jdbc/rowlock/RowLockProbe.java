// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Waiting;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.start.JdbcProbe;
import dev.interlock.jdbc.start.JdbcSchema.ColumnType;
import dev.interlock.jdbc.start.JdbcSchema.Table;
import dev.interlock.spi.Attempt;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tries at the start everything that mode row-lock needs later, on rows that no lock can have, so that a missing table,
 * column or right shows then. Several clients may start at once: the one that meets another on the row has seen enough.
 */
final class RowLockProbe {

    private static final Duration MIN_LEASE = Duration.ofSeconds(1);

    /**
     * Of the probe's own session, which is idle while its token is committed: longer than a slow disk needs for that.
     */
    private static final Duration LEASE = Duration.ofSeconds(30);

    /** The longest that MySQL and MariaDB count, and the longest whole number of days below 2^31 ms for PostgreSQL. */
    private static final Duration MAX_LEASE = Duration.ofDays(365);

    private static final Duration MAX_LEASE_POSTGRES = Duration.ofDays(24);
    private static final int MAX_TOKENS = 64;

    private static final Map<String, ColumnType> LOCK_COLUMNS =
            Map.of("lock_name", ColumnType.NAME, "part", ColumnType.SMALLINT);
    private static final Map<String, ColumnType> TOKEN_COLUMNS = Map.of(
            "lock_name", ColumnType.NAME,
            "first_token", ColumnType.BIGINT,
            "token_count", ColumnType.SMALLINT,
            "session_id", ColumnType.BIGINT,
            "holder_hint", ColumnType.TEXT,
            "change_count", ColumnType.BIGINT,
            "format_version", ColumnType.SMALLINT);

    private final JdbcDatabase database;
    private final RowLockStatements statements;
    private final RowLockTokens tokens;
    private final RowLockSessions sessions;
    private final byte[] key = JdbcKeys.probe();
    private final Attempt attempt = JdbcProbe.attempt(LEASE);

    RowLockProbe(JdbcDatabase database, RowLockStatements statements, RowLockTokens tokens, RowLockSessions sessions) {
        this.database = database;
        this.statements = statements;
        this.tokens = tokens;
        this.sessions = sessions;
    }

    Capabilities run() {
        JdbcProbe probe = new JdbcProbe(database);
        probe.requireOwnSessions();
        JdbcLockOptions options = database.options();
        probe.requireTables(
                List.of(new Table(options.table(), LOCK_COLUMNS), new Table(options.tokenTable(), TOKEN_COLUMNS)),
                this::look);
        probe.isDurable();
        probe.run("locks cannot be inspected", Use.ACQUIRING, this::look);
        try {
            acquire();
        } catch (SQLException e) {
            throw database.errors().unavailable("locks cannot be acquired", e);
        }
        boolean mysql = database.dialect().isMysql();
        Set<Capability> declared = EnumSet.of(
                Capability.NOTIFIES_WAITERS, Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.ENDS_WITH_CONNECTION);
        if (mysql) {
            // PostgreSQL checks the wall clock when the alarm of a time-out fires, even of one that was set anew.
            declared.add(Capability.SURVIVES_CLOCK_JUMP);
        }
        return Capabilities.of(
                        database.dialect().text() + "-row-lock",
                        Waiting.BLOCKING,
                        MIN_LEASE,
                        mysql ? MAX_LEASE : MAX_LEASE_POSTGRES)
                .withDeclared(declared)
                .withMaxTokens(MAX_TOKENS);
    }

    private boolean look(Connection connection) throws SQLException {
        statements.look().first(connection, RowLockStatements.of(key), row -> row.getInt(1));
        return tokens.last(connection, key).isPresent();
    }

    private void acquire() throws SQLException {
        RowLockSession session = sessions.open(attempt, key);
        try {
            if (session.tryLock()) {
                tokens.mint(key, attempt, session.id(), session.limit());
                session.verify();
                session.renew(LEASE.multipliedBy(2));
                session.check();
            }
        } finally {
            session.end();
        }
    }
}
