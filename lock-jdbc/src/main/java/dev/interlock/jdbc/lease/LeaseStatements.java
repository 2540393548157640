// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.LockName;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements of mode lease, for one table. */
record LeaseStatements(
        JdbcStatement acquire,
        JdbcStatement insert,
        JdbcStatement renew,
        JdbcStatement release,
        JdbcStatement look,
        JdbcStatement locked) {

    static LeaseStatements of(JdbcDialect dialect, JdbcLockOptions options, String tag) {
        String table = options.table();
        int seconds = JdbcTimeouts.statementSeconds(options);
        return new LeaseStatements(
                JdbcStatement.load(dialect, "lease-acquire", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-insert", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-renew", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-release", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-look", table, seconds, tag),
                JdbcStatement.load(dialect, "lease-locked", table, seconds, tag));
    }

    static Map<String, @Nullable Object> acquiring(byte[] key, Attempt attempt) {
        Map<String, @Nullable Object> arguments = keeping(key, attempt.id(), attempt.lease());
        arguments.put("tokens", attempt.tokens());
        arguments.put("hint", attempt.holderHint());
        return arguments;
    }

    static Map<String, @Nullable Object> keeping(byte[] key, AttemptId id, Duration lease) {
        Map<String, @Nullable Object> arguments = releasing(key, id);
        arguments.put("lease", lease.dividedBy(ChronoUnit.MICROS.getDuration()));
        return arguments;
    }

    static Map<String, @Nullable Object> releasing(byte[] key, AttemptId id) {
        Map<String, @Nullable Object> arguments = looking(key);
        arguments.put("owner", JdbcKeys.of(id));
        return arguments;
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
