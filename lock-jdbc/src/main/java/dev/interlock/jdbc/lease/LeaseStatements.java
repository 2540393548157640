// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.LockName;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.Attempt;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of mode lease, for one table.
 *
 * @param look reads a row, for those that do not want the lock
 * @param ask the same for an attempt that was refused; recalls the lock from a client that may keep it, or says where to
 */
record LeaseStatements(
        JdbcStatement acquire,
        JdbcStatement insert,
        JdbcStatement renew,
        JdbcStatement release,
        JdbcStatement look,
        JdbcStatement locked,
        JdbcStatement ask,
        LeaseOwners owners) {

    /** Which column of the look for a refused attempt has the token count. */
    private static final int COUNT = 7;

    static LeaseStatements of(JdbcDialect dialect, JdbcLockOptions options, String tag, LeaseOwners owners) {
        String table = options.table();
        int seconds = JdbcTimeouts.statementSeconds(options);
        JdbcStatement look = JdbcStatement.load(dialect, "lease-look", table, seconds, tag);
        return new LeaseStatements(
                JdbcStatement.load(dialect, "lease-acquire", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-insert", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-renew", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-release", table, seconds, tag),
                look,
                JdbcStatement.load(dialect, "lease-locked", table, seconds, tag),
                owners.areRecalled() ? JdbcStatement.load(dialect, "lease-ask", table, seconds, tag) : look,
                owners);
    }

    Map<String, @Nullable Object> acquiring(byte[] key, Attempt attempt) {
        Map<String, @Nullable Object> arguments = keeping(key, attempt, attempt.lease());
        arguments.put("tokens", owners.tokenCount(attempt));
        arguments.put("hint", attempt.holderHint());
        return arguments;
    }

    Map<String, @Nullable Object> keeping(byte[] key, Attempt attempt, Duration lease) {
        Map<String, @Nullable Object> arguments = owning(key, attempt);
        arguments.put("lease", lease.dividedBy(ChronoUnit.MICROS.getDuration()));
        return arguments;
    }

    /** To release a lock, or to ask who has it. */
    Map<String, @Nullable Object> owning(byte[] key, Attempt attempt) {
        Map<String, @Nullable Object> arguments = looking(key);
        arguments.put("owner", owners.of(attempt));
        return arguments;
    }

    /** The row of a lock that was refused. */
    @Nullable
    LeaseRow ask(Connection connection, Attempt attempt) throws SQLException {
        return ask.first(
                connection,
                owning(JdbcKeys.of(attempt.name()), attempt),
                row -> LeaseRow.read(row, owners.areNoted() ? COUNT : 0));
    }

    static Map<String, @Nullable Object> looking(LockName name) {
        return looking(JdbcKeys.of(name));
    }

    static Map<String, @Nullable Object> looking(byte[] key) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("name", key);
        return arguments;
    }
}
