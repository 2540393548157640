// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Waiting;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.error.JdbcErrors;
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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tries at the start everything that mode lease needs later, on a row that no lock can have, so that a missing table,
 * column, key or right shows then and not at the first release. Several clients may start at once: which of them gets
 * the row does not matter, only that each statement is let through.
 */
final class LeaseProbe {

    private static final Duration MIN_LEASE = Duration.ofMillis(10);
    private static final Duration MAX_LEASE = Duration.ofDays(365);
    private static final int MAX_TOKENS = 64;
    private static final Duration LEASE = Duration.ofSeconds(1);

    private static final Map<String, ColumnType> COLUMNS = Map.of(
            "lock_name", ColumnType.NAME,
            "owner_id", ColumnType.OWNER,
            "first_token", ColumnType.BIGINT,
            "token_count", ColumnType.SMALLINT,
            "expires_us", ColumnType.BIGINT,
            "holder_hint", ColumnType.TEXT,
            "change_count", ColumnType.BIGINT,
            "format_version", ColumnType.SMALLINT);

    private final JdbcDatabase database;
    private final LeaseStatements statements;
    private final byte[] key = JdbcKeys.probe();
    private final Attempt attempt = JdbcProbe.attempt(LEASE);

    LeaseProbe(JdbcDatabase database, LeaseStatements statements) {
        this.database = database;
        this.statements = statements;
    }

    /** Tries the steps for one lock, then those for many. */
    Capabilities run(LeaseBulkProbe bulk) {
        JdbcProbe probe = new JdbcProbe(database);
        probe.warnOfPooler();
        probe.requireTables(
                List.of(new Table(database.options().table(), COLUMNS)),
                connection -> Optional.ofNullable(look(connection)));
        boolean durable = probe.isDurable();
        boolean replicated = probe.isReplicated();
        probe.run("locks cannot be acquired", Use.ACQUIRING, this::acquire);
        probe.run("locks cannot be renewed", Use.KEEPING, this::renew);
        probe.run("locks cannot be released", Use.KEEPING, this::release);
        Set<Capability> declared = EnumSet.of(Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.KEEPS_LOCK_DELAY);
        if (durable) {
            declared.add(Capability.SURVIVES_RESTART);
        }
        if (replicated) {
            declared.add(Capability.SURVIVES_FAIL_OVER);
        }
        if (bulk.run()) {
            declared.add(Capability.GRANTS_ALL_AT_ONCE);
        }
        return Capabilities.of(database.dialect().text() + "-lease", Waiting.POLL, MIN_LEASE, MAX_LEASE)
                .withDeclared(declared)
                .withMaxTokens(MAX_TOKENS);
    }

    private @Nullable LeaseRow look(Connection connection) throws SQLException {
        return statements.look().first(connection, LeaseStatements.looking(key), LeaseRow::read);
    }

    private boolean acquire(Connection connection) throws SQLException {
        Map<String, @Nullable Object> arguments = LeaseStatements.acquiring(key, attempt);
        if (statements.acquire().number(connection, arguments) == null && look(connection) == null) {
            insert(connection, arguments);
        }
        if (insert(connection, arguments)) {
            throw database.errors().unfit(JdbcErrors.NO_KEY, JdbcErrors.MAKE_KEY);
        }
        return true;
    }

    private boolean insert(Connection connection, Map<String, @Nullable Object> arguments) throws SQLException {
        try {
            return statements.insert().number(connection, arguments) != null;
        } catch (SQLException e) {
            if (database.errors().mayRepeat(e)) {
                return false;
            }
            throw e;
        }
    }

    private boolean renew(Connection connection) throws SQLException {
        return statements.renew().update(connection, LeaseStatements.keeping(key, attempt.id(), LEASE)) <= 1;
    }

    private boolean release(Connection connection) throws SQLException {
        return statements.release().update(connection, LeaseStatements.releasing(key, attempt.id())) <= 1;
    }
}
