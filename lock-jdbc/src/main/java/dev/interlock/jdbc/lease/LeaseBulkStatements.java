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
        JdbcStatement release,
        JdbcStatement ask,
        LeaseOwners owners) {

    /** Which column of the look for refused attempts has the token count. */
    private static final int COUNT = 8;

    static LeaseBulkStatements of(JdbcDialect dialect, JdbcLockOptions options, String tag, LeaseOwners owners) {
        String table = options.table();
        int seconds = JdbcTimeouts.statementSeconds(options);
        JdbcStatement look = JdbcStatement.load(dialect, "lease-look-all", table, seconds, tag);
        return new LeaseBulkStatements(
                JdbcStatement.load(dialect, "lease-acquire-all", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-insert-all", table, seconds, tag),
                look,
                JdbcStatement.load(dialect, "lease-own-all", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-own-unlocked", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-renew-all", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-release-all", table, seconds, tag),
                owners.areRecalled() ? JdbcStatement.load(dialect, "lease-ask-all", table, seconds, tag) : look,
                owners);
    }

    /** The rows of those that were ever used, by {@link WantedLeases#key}; locks nothing. */
    Map<String, LeaseRow> look(Connection connection, List<Attempt> attempts) throws SQLException {
        return rows(look, connection, WantedLeases.named(attempts), 0);
    }

    /** The same for attempts that were refused; recalls their locks from clients that may keep them. */
    Map<String, LeaseRow> ask(Connection connection, List<Attempt> attempts) throws SQLException {
        return rows(ask, connection, WantedLeases.owned(attempts, owners), owners.areNoted() ? COUNT : 0);
    }

    private static Map<String, LeaseRow> rows(
            JdbcStatement query, Connection connection, WantedLeases wanted, int column) throws SQLException {
        return query
                .all(
                        connection,
                        wanting(wanted),
                        row -> Map.entry(WantedLeases.key(row.getBytes(7)), LeaseRow.read(row, column)))
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
