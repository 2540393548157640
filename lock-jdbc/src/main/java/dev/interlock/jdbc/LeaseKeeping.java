// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.JdbcConnections.Use;
import dev.interlock.jdbc.JdbcConnections.Work;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The steps of mode {@code lease} that keep a lock or give it back. A row that a foreign transaction keeps locked makes
 * the statement wait, and its connection with it; some such rows would take all connections from the steps of others. So
 * after a step that failed, and for a while, each one first asks whether its row is locked, which the server answers at
 * once. Thread-safe.
 */
final class LeaseKeeping {

    /** How long steps ask first after one that failed. */
    private static final long WARY_NANOS = Duration.ofMinutes(1).toNanos();

    private final JdbcDatabase database;
    private final LeaseStatements statements;
    private volatile @Nullable Long waryUntil;

    LeaseKeeping(JdbcDatabase database, LeaseStatements statements) {
        this.database = database;
        this.statements = statements;
    }

    RenewOutcome renew(Grant grant, Duration lease) {
        Attempt attempt = grant.attempt();
        Map<String, @Nullable Object> arguments =
                LeaseStatements.keeping(JdbcKeys.of(attempt.name()), attempt.id(), lease);
        return step(
                arguments,
                connection -> {
                    long sentNanos = database.clock().nanoTime();
                    return statements.renew().update(connection, arguments) == 1
                            ? new RenewOutcome.Renewed(sentNanos, lease)
                            : new RenewOutcome.NotOwner(
                                    database.errors().store() + " has no live lease of this attempt any more");
                },
                RenewOutcome.Unknown::new);
    }

    ReleaseOutcome release(Attempt attempt) {
        Map<String, @Nullable Object> arguments = LeaseStatements.releasing(JdbcKeys.of(attempt.name()), attempt.id());
        return step(
                arguments,
                connection -> statements.release().update(connection, arguments) == 1
                        ? new ReleaseOutcome.Released()
                        : new ReleaseOutcome.NotOwner(),
                ReleaseOutcome.Unknown::new);
    }

    private <T> T step(Map<String, @Nullable Object> arguments, Work<T> work, Function<Exception, T> unknown) {
        try {
            return database.connections().run(Use.KEEPING, connection -> {
                if (isWary()) {
                    statements.locked().first(connection, arguments, row -> true);
                }
                return database.repeating(connection, work);
            });
        } catch (SQLException e) {
            waryUntil = database.clock().nanoTime() + WARY_NANOS;
            database.recover(e);
            return unknown.apply(database.errors().sanitized(e));
        }
    }

    private boolean isWary() {
        Long until = waryUntil;
        return until != null && database.clock().nanoTime() - until < 0;
    }
}
