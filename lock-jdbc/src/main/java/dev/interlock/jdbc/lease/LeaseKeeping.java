// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.LockName;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.connection.JdbcConnections.Work;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The steps of mode {@code lease} that keep a lock or give it back. A row that a foreign transaction keeps locked makes
 * the statement wait, and its connection with it; some such rows would take all connections from the steps of others.
 * So if that is likely, a step first asks whether its row is locked, which the server answers at once. A renewal asks
 * for a while after any renewal failed. A release asks only if the last step of its own lock failed, since a release
 * that meets its own renewal under way should wait instead of giving no answer. Thread-safe.
 */
final class LeaseKeeping {

    /** How long renewals ask first after one that failed. */
    private static final long WARY_NANOS = Duration.ofMinutes(1).toNanos();

    /** How many locks in trouble are remembered. */
    private static final int MOST_FAILED = 10_000;

    private final JdbcDatabase database;
    private final LeaseStatements statements;
    private final Set<LockName> failed = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Long waryUntil;

    LeaseKeeping(JdbcDatabase database, LeaseStatements statements) {
        this.database = database;
        this.statements = statements;
    }

    RenewOutcome renew(Grant grant, Duration lease) {
        Attempt attempt = grant.attempt();
        Map<String, @Nullable Object> arguments = statements.keeping(JdbcKeys.of(attempt.name()), attempt, lease);
        try {
            return step(attempt.name(), isWary(), arguments, connection -> {
                long sentNanos = database.clock().nanoTime();
                return statements.renew().update(connection, arguments) == 1
                        ? new RenewOutcome.Renewed(sentNanos, lease)
                        : new RenewOutcome.NotOwner(
                                database.errors().store() + " has no live lease of this attempt any more");
            });
        } catch (SQLException e) {
            waryUntil = database.clock().nanoTime() + WARY_NANOS;
            return new RenewOutcome.Unknown(database.errors().sanitized(e));
        }
    }

    ReleaseOutcome release(Attempt attempt) {
        Map<String, @Nullable Object> arguments = statements.owning(JdbcKeys.of(attempt.name()), attempt);
        try {
            return step(
                    attempt.name(),
                    failed.contains(attempt.name()),
                    arguments,
                    connection -> statements.release().update(connection, arguments) == 1
                            ? new ReleaseOutcome.Released()
                            : new ReleaseOutcome.NotOwner());
        } catch (SQLException e) {
            return new ReleaseOutcome.Unknown(database.errors().sanitized(e));
        }
    }

    private <T> T step(LockName name, boolean asksFirst, Map<String, @Nullable Object> arguments, Work<T> work)
            throws SQLException {
        try {
            T outcome = database.connections().run(Use.KEEPING, connection -> {
                if (asksFirst) {
                    statements.locked().first(connection, arguments, row -> true);
                }
                return database.repeating(connection, work);
            });
            failed.remove(name);
            return outcome;
        } catch (SQLException e) {
            if (failed.size() >= MOST_FAILED) {
                failed.clear();
            }
            failed.add(name);
            database.recover(e);
            throw e;
        }
    }

    private boolean isWary() {
        Long until = waryUntil;
        return until != null && database.clock().nanoTime() - until < 0;
    }
}
