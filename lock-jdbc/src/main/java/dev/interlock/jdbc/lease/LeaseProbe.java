// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Waiting;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.error.JdbcErrors;
import dev.interlock.jdbc.lease.recall.RecallRow;
import dev.interlock.jdbc.lease.recall.Recalls;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries at the start everything that mode lease needs later, on a row that no lock can have, so that a missing table,
 * column, key or right shows then and not at the first release. Several clients may start at once: which of them gets
 * the row does not matter, only that each statement is let through.
 */
final class LeaseProbe {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseProbe.class);

    private static final Duration MIN_LEASE = Duration.ofMillis(10);
    private static final Duration MAX_LEASE = Duration.ofDays(365);
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
    private final JdbcProbe probe;
    private final byte[] key = JdbcKeys.probe();
    private final Attempt attempt = JdbcProbe.attempt(LEASE);

    LeaseProbe(JdbcDatabase database) {
        this.database = database;
        this.probe = new JdbcProbe(database);
    }

    /** The table is there and as it must be. */
    void requireTable(LeaseStatements statements) {
        probe.warnOfPooler();
        probe.requireTables(
                List.of(new Table(database.options().table(), COLUMNS)),
                connection -> Optional.ofNullable(look(connection, statements)));
    }

    /** Whether refused attempts can recall a lock; false if this user may not notify, or the server cannot. */
    boolean asks(LeaseStatements statements) {
        return probe.run("locks cannot be asked for", Use.ACQUIRING, connection -> {
            try {
                statements.ask().first(connection, statements.owning(key, attempt), LeaseRow::read);
                return true;
            } catch (SQLException e) {
                if (database.errors().isRefusal(e)) {
                    LOG.debug(
                            "{}: locks that clients keep are not recalled",
                            database.errors().store(),
                            e);
                    return false;
                }
                throw e;
            }
        });
    }

    /** How this client hears of recalls; null if its driver hands out no notifications, or the server watches no row. */
    @Nullable
    Recalls recalls(LeaseOwners owners) {
        return probe.run(
                        "recalls cannot be heard",
                        Use.ACQUIRING,
                        connection -> Optional.ofNullable(owners.way(connection, database)))
                .map(way -> new Recalls(database, way))
                .orElse(null);
    }

    /** Tries the steps for one lock, then those for many. */
    Capabilities run(LeaseStatements statements, LeaseBulkProbe bulk, boolean recalls) {
        boolean durable = probe.isDurable();
        boolean replicated = probe.isReplicated();
        probe.run("locks cannot be acquired", Use.ACQUIRING, connection -> acquire(connection, statements));
        probe.run("locks cannot be renewed", Use.KEEPING, connection -> renew(connection, statements));
        probe.run("locks cannot be released", Use.KEEPING, connection -> release(connection, statements));
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
        if (recalls) {
            declared.add(Capability.RECALLS);
        }
        return Capabilities.of(database.dialect().text() + "-lease", Waiting.POLL, MIN_LEASE, MAX_LEASE)
                .withDeclared(declared)
                .withMaxTokens(RecallRow.MOST_TOKENS);
    }

    private @Nullable LeaseRow look(Connection connection, LeaseStatements statements) throws SQLException {
        return statements.look().first(connection, LeaseStatements.looking(key), LeaseRow::read);
    }

    private boolean acquire(Connection connection, LeaseStatements statements) throws SQLException {
        Map<String, @Nullable Object> arguments = statements.acquiring(key, attempt);
        if (statements.acquire().number(connection, arguments) == null && look(connection, statements) == null) {
            insert(connection, statements, arguments);
        }
        if (insert(connection, statements, arguments)) {
            throw database.errors().unfit(JdbcErrors.NO_KEY, JdbcErrors.MAKE_KEY);
        }
        return true;
    }

    private boolean insert(Connection connection, LeaseStatements statements, Map<String, @Nullable Object> arguments)
            throws SQLException {
        try {
            return statements.insert().number(connection, arguments) != null;
        } catch (SQLException e) {
            if (database.errors().mayRepeat(e)) {
                return false;
            }
            throw e;
        }
    }

    private boolean renew(Connection connection, LeaseStatements statements) throws SQLException {
        return statements.renew().update(connection, statements.keeping(key, attempt, LEASE)) <= 1;
    }

    private boolean release(Connection connection, LeaseStatements statements) throws SQLException {
        return statements.release().update(connection, statements.owning(key, attempt)) <= 1;
    }
}
