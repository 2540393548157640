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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tries at the start everything that mode lease needs later, on a row that no lock can have, so that a missing table, column,
 * key or right shows then and not at the first release. Several clients may start at once: which of them gets the row does not
 * matter, only that each statement is let through.
 */
final class LeaseProbe {

    private static final Duration MIN_LEASE = Duration.ofMillis(10);
    private static final Duration MAX_LEASE = Duration.ofDays(365);
    private static final int MAX_TOKENS = 64;
    private static final Duration LEASE = Duration.ofSeconds(1);

    private static final Map<String, String> MYSQL_COLUMNS = Map.of(
            "lock_name", "varbinary",
            "owner_id", "binary",
            "first_token", "bigint",
            "token_count", "smallint",
            "expires_us", "bigint",
            "holder_hint", "varchar",
            "change_count", "bigint",
            "format_version", "smallint");
    private static final Map<String, String> POSTGRES_COLUMNS = Map.of(
            "lock_name", "bytea",
            "owner_id", "bytea",
            "first_token", "bigint",
            "token_count", "smallint",
            "expires_us", "bigint",
            "holder_hint", "character varying",
            "change_count", "bigint",
            "format_version", "smallint");

    private final JdbcStore store;
    private final LeaseStatements statements;
    private final JdbcTable table;
    private final byte[] key = JdbcKeys.probe();
    private final Attempt attempt = new Attempt(new LockName("probe"), AttemptId.random(), LEASE, 1, null);

    LeaseProbe(JdbcStore store, LeaseStatements statements) {
        this.store = store;
        this.statements = statements;
        this.table = new JdbcTable(store, store.options().table());
    }

    Capabilities run() {
        step(JdbcProbe.FAILED, Use.ACQUIRING, this::findTable);
        boolean durable = step(JdbcProbe.FAILED, Use.ACQUIRING, connection -> JdbcProbe.isDurable(connection, store));
        step("locks cannot be acquired", Use.ACQUIRING, this::acquire);
        step("locks cannot be renewed", Use.KEEPING, this::renew);
        step("locks cannot be released", Use.KEEPING, this::release);
        Set<Capability> declared = EnumSet.of(Capability.TOKENS_SURVIVE_DATA_LOSS);
        if (durable) {
            declared.add(Capability.SURVIVES_RESTART);
        }
        return new Capabilities(
                store.dialect().text() + "-lease", declared, Waiting.POLL, MIN_LEASE, MAX_LEASE, MAX_TOKENS);
    }

    private <T> T step(String failed, Use use, Work<T> work) {
        try {
            return store.connections().run(use, work);
        } catch (SQLException e) {
            throw store.errors().unavailable(failed, e);
        }
    }

    private boolean findTable(Connection connection) throws SQLException {
        try {
            look(connection);
        } catch (SQLException e) {
            if (store.options().schema() != Schema.CREATE || !store.errors().isMissingTable(e)) {
                throw e;
            }
            create(connection);
        }
        table.check(connection, store.dialect().isMysql() ? MYSQL_COLUMNS : POSTGRES_COLUMNS);
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

    private @Nullable LeaseRow look(Connection connection) throws SQLException {
        return statements.look().first(connection, LeaseStatements.looking(key), LeaseRow::read);
    }

    private boolean acquire(Connection connection) throws SQLException {
        Map<String, @Nullable Object> arguments = LeaseStatements.acquiring(key, attempt);
        if (statements.acquire().number(connection, arguments) == null && look(connection) == null) {
            insert(connection, arguments);
        }
        if (insert(connection, arguments)) {
            throw store.errors()
                    .unfit(
                            "lets two rows have one lock_name",
                            "make it the primary key of {table}, and delete the second");
        }
        return true;
    }

    private boolean insert(Connection connection, Map<String, @Nullable Object> arguments) throws SQLException {
        try {
            return statements.insert().number(connection, arguments) != null;
        } catch (SQLException e) {
            if (store.errors().mayRepeat(e)) {
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
