// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.JdbcConnections.Use;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The steps of mode {@code lease} that keep many locks or give them back. A statement tells how many rows it changed and
 * not which: where that is not all of them, or must be known, the owners of the rows are asked for first.
 *
 * <p>A row that a foreign transaction keeps locked would make all the others wait with it, each time. So for a while after
 * a step that failed, rows that are locked are left out and their outcome is unknown. Thread-safe.
 */
final class LeaseBulkKeeping {

    /** How long locked rows are left out after a step that failed. */
    private static final long WARY_NANOS = Duration.ofMinutes(1).toNanos();

    private final JdbcDatabase database;
    private final LeaseBulkStatements statements;
    private volatile @Nullable Long waryUntil;

    LeaseBulkKeeping(JdbcDatabase database, LeaseBulkStatements statements) {
        this.database = database;
        this.statements = statements;
    }

    /** What is known of a lock once those that its attempt has were changed. */
    private enum Found {
        CHANGED,
        NOT_OWNED,
        UNCLEAR
    }

    /** One of the statements that change the rows which attempts own; gives how many it changed. */
    @FunctionalInterface
    private interface Change {
        int of(List<Attempt> owners) throws SQLException;
    }

    List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        List<Attempt> attempts = grants.stream().map(Grant::attempt).toList();
        try {
            return database.connections().run(Use.KEEPING, connection -> renew(connection, attempts, lease));
        } catch (SQLException e) {
            return Collections.nCopies(attempts.size(), new RenewOutcome.Unknown(failed(e)));
        }
    }

    private List<RenewOutcome> renew(Connection connection, List<Attempt> attempts, Duration lease)
            throws SQLException {
        RenewOutcome renewed = new RenewOutcome.Renewed(database.clock().nanoTime(), lease);
        Change renewal = owners -> {
            Map<String, @Nullable Object> arguments = LeaseBulkStatements.renewing(WantedLeases.owned(owners), lease);
            return database.repeating(connection, same -> statements.renew().update(same, arguments));
        };
        if (!isWary() && renewal.of(attempts) == attempts.size()) {
            return Collections.nCopies(attempts.size(), renewed);
        }
        String detail = database.errors().store() + " has no live lease of this attempt any more";
        return change(connection, attempts, renewal).stream()
                .<RenewOutcome>map(found -> switch (found) {
                    case CHANGED -> renewed;
                    case NOT_OWNED -> new RenewOutcome.NotOwner(detail);
                    case UNCLEAR -> new RenewOutcome.Unknown(unclear());
                })
                .toList();
    }

    List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        try {
            return database.connections().run(Use.KEEPING, connection -> release(connection, attempts));
        } catch (SQLException e) {
            return Collections.nCopies(attempts.size(), new ReleaseOutcome.Unknown(failed(e)));
        }
    }

    private List<ReleaseOutcome> release(Connection connection, List<Attempt> attempts) throws SQLException {
        Change release = owners -> {
            Map<String, @Nullable Object> arguments = LeaseBulkStatements.wanting(WantedLeases.owned(owners));
            return database.repeating(connection, same -> statements.release().update(same, arguments));
        };
        return change(connection, attempts, release).stream()
                .<ReleaseOutcome>map(found -> switch (found) {
                    case CHANGED -> new ReleaseOutcome.Released();
                    case NOT_OWNED -> new ReleaseOutcome.NotOwner();
                    case UNCLEAR -> new ReleaseOutcome.Unknown(unclear());
                })
                .toList();
    }

    /** Changes the rows that are the attempts' own, and says of each what came of it, in their order. */
    private List<Found> change(Connection connection, List<Attempt> attempts, Change change) throws SQLException {
        boolean wary = isWary();
        Map<String, Boolean> owned = owned(connection, attempts, wary);
        List<Attempt> owners = attempts.stream()
                .filter(attempt -> owned.getOrDefault(WantedLeases.key(attempt.name()), false))
                .toList();
        // Sent for none of them, too: a server that takes no writes refuses it, and what it says is not to be believed.
        boolean all = change.of(owners) == owners.size();
        return attempts.stream()
                .map(attempt -> found(owned.get(WantedLeases.key(attempt.name())), wary, all))
                .toList();
    }

    private static Found found(@Nullable Boolean own, boolean wary, boolean all) {
        if (own == null) {
            return wary ? Found.UNCLEAR : Found.NOT_OWNED;
        }
        if (!own) {
            return Found.NOT_OWNED;
        }
        // A lease ended between the two statements, and nothing tells whose.
        return all ? Found.CHANGED : Found.UNCLEAR;
    }

    private Map<String, Boolean> owned(Connection connection, List<Attempt> attempts, boolean wary)
            throws SQLException {
        JdbcStatement asked = wary ? statements.unlocked() : statements.own();
        Map<String, @Nullable Object> arguments = LeaseBulkStatements.wanting(WantedLeases.owned(attempts));
        return database
                .repeating(
                        connection,
                        same -> asked.all(
                                same,
                                arguments,
                                row -> Map.entry(WantedLeases.key(row.getBytes(1)), row.getBoolean(2))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private SQLException unclear() {
        return new SQLException(database.errors().store()
                + " keeps the row locked for another session, or the lease ended in the middle of the step");
    }

    private SQLException failed(SQLException thrown) {
        waryUntil = database.clock().nanoTime() + WARY_NANOS;
        database.recover(thrown);
        return database.errors().sanitized(thrown);
    }

    private boolean isWary() {
        Long until = waryUntil;
        return until != null && database.clock().nanoTime() - until < 0;
    }
}
