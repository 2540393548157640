// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.Attempt;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statements of mode lease for many locks at once, for one table. */
record LeaseBulkStatements(
        JdbcStatement acquire,
        JdbcStatement insert,
        JdbcStatement look,
        JdbcStatement own,
        JdbcStatement unlocked,
        JdbcStatement renew,
        JdbcStatement release) {

    static LeaseBulkStatements of(JdbcDialect dialect, JdbcLockOptions options, String tag) {
        String table = options.table();
        int seconds = JdbcTimeouts.statementSeconds(options);
        return new LeaseBulkStatements(
                JdbcStatement.load(dialect, "lease-acquire-all", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-insert-all", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-look-all", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-own-all", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-own-unlocked", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-renew-all", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-release-all", table, seconds, tag));
    }

    /** The rows of those that were ever used, by {@link WantedLeases#key}; locks nothing. */
    Map<String, LeaseRow> look(Connection connection, List<Attempt> attempts) throws SQLException {
        return look
                .all(
                        connection,
                        wanting(WantedLeases.named(attempts)),
                        row -> Map.entry(WantedLeases.key(row.getBytes(7)), LeaseRow.read(row)))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    static Map<String, @Nullable Object> wanting(WantedLeases wanted) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("wanted", wanted.json());
        arguments.put("count", wanted.count());
        return arguments;
    }

    static Map<String, @Nullable Object> renewing(WantedLeases wanted, Duration lease) {
        Map<String, @Nullable Object> arguments = wanting(wanted);
        arguments.put("lease", lease.dividedBy(ChronoUnit.MICROS.getDuration()));
        return arguments;
    }
}
