// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.dialect;

import dev.interlock.jdbc.options.JdbcLockOptions;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The limits within one step, from the inside out: first the server gives up waiting for a row, then the driver has the
 * server cancel the statement, at last the connection is given up, which is the limit of the step. Drivers know whole
 * seconds only for the second, so a short limit does without it.
 */
public final class JdbcTimeouts {

    /** The longest wait for a row that another session keeps locked: the least that MySQL knows. */
    private static final Duration ROW_WAIT = Duration.ofSeconds(1);

    /** The network time-out of a statement that waits in the server for up to a second. */
    public static final int WAIT_MILLIS = 3_000;

    private JdbcTimeouts() {}

    /** How long a connection may be silent. */
    public static int silenceMillis(JdbcLockOptions options) {
        return Math.toIntExact(options.timeout().toMillis());
    }

    /** When to have a statement cancelled, as {@link java.sql.Statement#setQueryTimeout} takes it; 0 means never. */
    public static int statementSeconds(JdbcLockOptions options) {
        return statementSeconds(options.timeout());
    }

    static int statementSeconds(Duration timeout) {
        long seconds = timeout.multipliedBy(3).dividedBy(4).toSeconds();
        return Math.toIntExact(seconds > ROW_WAIT.toSeconds() ? seconds : 0);
    }

    /**
     * The statement that limits the wait for a row, or for the table, that another session keeps locked. No session of
     * ours keeps one for longer than a statement. A longer wait is for a foreign session, and it would keep a
     * connection from renewals.
     */
    public static String lockWait(JdbcDialect dialect, JdbcLockOptions options) {
        long millis =
                Math.min(ROW_WAIT.toMillis(), options.timeout().dividedBy(2).toMillis());
        return dialect.isMysql()
                ? "SET SESSION innodb_lock_wait_timeout = " + ROW_WAIT.toSeconds() + ", lock_wait_timeout = "
                        + ROW_WAIT.toSeconds()
                : "SET lock_timeout = " + millis;
    }

    /** The driver's properties, but for those that are given. */
    public static Map<String, String> of(JdbcDialect dialect, JdbcLockOptions options, Predicate<String> given) {
        Duration connect = options.pool().connectTimeout();
        Map<String, String> properties = new TreeMap<>();
        if (dialect.isMysql()) {
            properties.put("connectTimeout", Long.toString(connect.toMillis()));
            properties.put("socketTimeout", Long.toString(silenceMillis(options)));
        } else {
            properties.put("connectTimeout", secondsText(connect));
            properties.put("socketTimeout", secondsText(options.timeout()));
            // To cancel a statement it opens a connection and waits for it: 10 s by default.
            properties.put("cancelSignalTimeout", secondsText(options.timeout().dividedBy(4)));
            // An error would show the values of the row, and with them the owner.
            properties.put("logServerErrorDetail", "false");
        }
        properties.keySet().removeIf(given);
        return properties;
    }

    /** Rounded up, for settings in whole seconds. */
    public static long seconds(Duration timeout) {
        return (timeout.toMillis() + 999) / 1_000;
    }

    private static String secondsText(Duration timeout) {
        return Long.toString(seconds(timeout));
    }
}
