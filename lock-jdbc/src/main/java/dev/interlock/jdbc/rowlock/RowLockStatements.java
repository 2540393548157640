// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.options.JdbcLockOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of mode row-lock on the table of the locks. Those of the transaction that holds a lock
 * have no time-out of their own: they never wait for longer than a second, and their connection is given up
 * when it stays silent.
 */
record RowLockStatements(
        JdbcStatement arm,
        @Nullable JdbcStatement disarm,
        JdbcStatement acquire,
        JdbcStatement waiting,
        JdbcStatement verify,
        JdbcStatement renew,
        JdbcStatement check,
        JdbcStatement insert,
        JdbcStatement look) {

    private static final int NO_LIMIT = 0;

    static RowLockStatements of(JdbcDialect dialect, JdbcLockOptions options, String tag) {
        String table = options.table();
        int seconds = JdbcTimeouts.statementSeconds(options);
        return new RowLockStatements(
                JdbcStatement.load(dialect, "row-arm", table, NO_LIMIT, tag),
                // PostgreSQL takes what was set for a transaction back by itself.
                dialect.isMysql() ? JdbcStatement.load(dialect, "row-disarm", table, NO_LIMIT, tag) : null,
                JdbcStatement.load(dialect, "row-acquire", table, NO_LIMIT, tag),
                JdbcStatement.load(dialect, "row-wait", table, NO_LIMIT, tag),
                JdbcStatement.load(dialect, "row-verify", table, NO_LIMIT, tag),
                JdbcStatement.load(dialect, "row-renew", table, NO_LIMIT, tag),
                JdbcStatement.load(dialect, "row-check", table, NO_LIMIT, tag),
                JdbcStatement.load(dialect, "row-insert", table, NO_LIMIT, tag),
                JdbcStatement.load(dialect, "row-look", table, seconds, tag));
    }

    /** In both units that servers count in: never less than the lease. */
    static Map<String, @Nullable Object> arming(Duration lease) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("seconds", JdbcTimeouts.seconds(lease));
        arguments.put("millis", lease.toMillis());
        return arguments;
    }

    static Map<String, @Nullable Object> of(byte[] key) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("name", key);
        return arguments;
    }
}
