// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.jdbc.database.JdbcExchange;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.Attempt;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statements of mode row-lock on the table of the locks. Those of the transaction that holds a lock
 * have no time-out of their own: they never wait for longer than a second, and their connection is given up
 * when it stays silent.
 *
 * @param tryAll a whole try in one message, from the token to the proof; null where each statement is one message
 * @param leaveAll what follows a try that got no row, likewise
 * @param endAll a whole release in one message, likewise
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
        JdbcStatement look,
        JdbcStatement known,
        @Nullable JdbcExchange tryAll,
        @Nullable JdbcExchange leaveAll,
        @Nullable JdbcExchange endAll) {

    private static final int NO_LIMIT = 0;

    private static final List<String> TRY =
            List.of("token-ahead", "token-commit", "row-begin", "row-arm", "row-acquire", "row-claim");
    private static final List<String> LEAVE = List.of("row-known", "row-end");
    private static final List<String> END = List.of("row-check", "row-end");

    static RowLockStatements of(JdbcDialect dialect, JdbcLockOptions options, String tag) {
        int seconds = JdbcTimeouts.statementSeconds(options);
        Function<String, JdbcStatement> held = name -> JdbcStatement.load(dialect, name, options, NO_LIMIT, tag);
        Function<String, JdbcStatement> shown = name -> JdbcStatement.load(dialect, name, options, seconds, tag);
        return new RowLockStatements(
                held.apply("row-arm"),
                // PostgreSQL takes what was set for a transaction back by itself.
                dialect.isMysql() ? held.apply("row-disarm") : null,
                held.apply("row-acquire"),
                held.apply("row-wait"),
                held.apply("row-verify"),
                held.apply("row-renew"),
                held.apply("row-check"),
                held.apply("row-insert"),
                shown.apply("row-look"),
                shown.apply("row-known"),
                dialect.isMysql() ? null : together(held, TRY),
                dialect.isMysql() ? null : together(held, LEAVE),
                dialect.isMysql() ? null : together(held, END));
    }

    private static JdbcExchange together(Function<String, JdbcStatement> held, List<String> names) {
        return JdbcExchange.of(names.stream().map(held).toArray(JdbcStatement[]::new));
    }

    /** In both units that servers count in: never less than the lease. */
    static Map<String, @Nullable Object> arming(Duration lease) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("seconds", JdbcTimeouts.seconds(lease));
        arguments.put("millis", lease.toMillis());
        return arguments;
    }

    /** What a whole try needs. */
    static Map<String, @Nullable Object> of(byte[] key, Attempt attempt) {
        Map<String, @Nullable Object> arguments = arming(attempt.lease());
        arguments.put("name", key);
        arguments.put("tokens", attempt.tokens());
        arguments.put("hint", attempt.holderHint());
        return arguments;
    }

    static Map<String, @Nullable Object> of(byte[] key) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("name", key);
        return arguments;
    }
}
