// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
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

    static LeaseBulkStatements of(JdbcDialect dialect, JdbcLockOptions options) {
        String table = options.table();
        int seconds = options.timeoutSeconds();
        return new LeaseBulkStatements(
                JdbcStatement.load(dialect, "lease-acquire-all", table, seconds),
                JdbcStatement.load(dialect, "lease-insert-all", table, seconds),
                JdbcStatement.load(dialect, "lease-look-all", table, seconds),
                JdbcStatement.load(dialect, "lease-own-all", table, seconds),
                JdbcStatement.load(dialect, "lease-own-unlocked", table, seconds),
                JdbcStatement.load(dialect, "lease-renew-all", table, seconds),
                JdbcStatement.load(dialect, "lease-release-all", table, seconds));
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
