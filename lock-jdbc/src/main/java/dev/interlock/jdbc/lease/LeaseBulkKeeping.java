// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The steps of mode {@code lease} that keep many locks or give them back. A statement reports how many rows it changed,
 * but not which. If it must be known which, or not all changed, another statement asks for the owners.
 *
 * <p>A row that a foreign transaction keeps locked must not make the others wait with it. So a renewal leaves it out, and
 * a release frees the others before it waits for it. Thread-safe.
 */
final class LeaseBulkKeeping {

    private final JdbcDatabase database;
    private final LeaseBulkStatements statements;

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
        int of(Connection connection, List<Attempt> owners) throws SQLException;
    }

    List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        List<Attempt> attempts = grants.stream().map(Grant::attempt).toList();
        try {
            return database.connections().run(Use.KEEPING, connection -> renew(connection, attempts, lease));
        } catch (SQLException e) {
            database.recover(e);
            return Collections.nCopies(
                    attempts.size(), new RenewOutcome.Unknown(database.errors().sanitized(e)));
        }
    }

    private List<RenewOutcome> renew(Connection connection, List<Attempt> attempts, Duration lease)
            throws SQLException {
        RenewOutcome renewed = new RenewOutcome.Renewed(database.clock().nanoTime(), lease);
        Change renewal = (on, owners) -> {
            Map<String, @Nullable Object> arguments =
                    LeaseBulkStatements.renewing(WantedLeases.owned(owners, statements.owners()), lease);
            return database.repeating(on, same -> statements.renew().update(same, arguments));
        };
        if (renewal.of(connection, attempts) == attempts.size()) {
            return Collections.nCopies(attempts.size(), renewed);
        }
        Map<Attempt, Found> found = change(connection, attempts, statements.unlocked(), renewal);
        List<Attempt> skipped =
                attempts.stream().filter(attempt -> !found.containsKey(attempt)).toList();
        lookUp(connection, skipped, found);
        String detail = database.errors().store() + " has no live lease of this attempt any more";
        return attempts.stream()
                .<RenewOutcome>map(attempt -> switch (found.getOrDefault(attempt, Found.UNCLEAR)) {
                    case CHANGED -> renewed;
                    case NOT_OWNED -> new RenewOutcome.NotOwner(detail);
                    case UNCLEAR -> new RenewOutcome.Unknown(unclear());
                })
                .toList();
    }

    List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        Map<Attempt, Found> found = new HashMap<>();
        StepLimit limit = database.begin();
        try {
            found.putAll(database.connections()
                    .run(Use.KEEPING, limit, connection -> release(connection, attempts, statements.unlocked())));
            List<Attempt> skipped = attempts.stream()
                    .filter(attempt -> !found.containsKey(attempt))
                    .toList();
            if (!skipped.isEmpty()) {
                skipped.forEach(attempt -> found.put(attempt, Found.UNCLEAR));
                Map<Attempt, Found> waited = database.connections()
                        .run(Use.KEEPING, limit, connection -> release(connection, skipped, statements.own()));
                skipped.forEach(attempt -> found.put(attempt, waited.getOrDefault(attempt, Found.NOT_OWNED)));
            }
        } catch (SQLException e) {
            database.recover(e);
            return outcomes(attempts, found, database.errors().sanitized(e));
        }
        return outcomes(attempts, found, unclear());
    }

    private Map<Attempt, Found> release(Connection connection, List<Attempt> attempts, JdbcStatement asked)
            throws SQLException {
        return change(connection, attempts, asked, (on, owners) -> {
            Map<String, @Nullable Object> arguments =
                    LeaseBulkStatements.wanting(WantedLeases.owned(owners, statements.owners()));
            return database.repeating(on, same -> statements.release().update(same, arguments));
        });
    }

    private static List<ReleaseOutcome> outcomes(
            List<Attempt> attempts, Map<Attempt, Found> found, SQLException unclear) {
        return attempts.stream()
                .<ReleaseOutcome>map(attempt -> switch (found.getOrDefault(attempt, Found.UNCLEAR)) {
                    case CHANGED -> new ReleaseOutcome.Released();
                    case NOT_OWNED -> new ReleaseOutcome.NotOwner();
                    case UNCLEAR -> new ReleaseOutcome.Unknown(unclear);
                })
                .toList();
    }

    /** Changes the rows that are the attempts' own, and says what came of each row that the question answered for. */
    private Map<Attempt, Found> change(
            Connection connection, List<Attempt> attempts, JdbcStatement asked, Change change) throws SQLException {
        Map<String, Boolean> owned = owned(connection, attempts, asked);
        List<Attempt> owners = attempts.stream()
                .filter(attempt -> owned.getOrDefault(WantedLeases.key(attempt.name()), false))
                .toList();
        // Sent for none of them, too: a server that takes no writes refuses it, and its rows may be outdated.
        boolean all = change.of(connection, owners) == owners.size();
        Map<Attempt, Found> found = new HashMap<>();
        for (Attempt attempt : attempts) {
            Boolean own = owned.get(WantedLeases.key(attempt.name()));
            if (own != null) {
                // If not all: a lease ended between the two statements, or a row was locked; nothing shows which.
                found.put(attempt, !own ? Found.NOT_OWNED : all ? Found.CHANGED : Found.UNCLEAR);
            }
        }
        return found;
    }

    private Map<String, Boolean> owned(Connection connection, List<Attempt> attempts, JdbcStatement asked)
            throws SQLException {
        Map<String, @Nullable Object> arguments =
                LeaseBulkStatements.wanting(WantedLeases.owned(attempts, statements.owners()));
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

    /** Of rows that are locked, or that are not there at all: whether the last commit says that they are another's. */
    private void lookUp(Connection connection, List<Attempt> skipped, Map<Attempt, Found> found) throws SQLException {
        if (skipped.isEmpty()) {
            return;
        }
        Map<String, LeaseRow> rows = statements.look(connection, skipped);
        for (Attempt attempt : skipped) {
            LeaseRow row = rows.get(WantedLeases.key(attempt.name()));
            if (row == null || !row.isHeldBy(statements.owners().of(attempt))) {
                found.put(attempt, Found.NOT_OWNED);
            }
        }
    }

    private SQLException unclear() {
        return new SQLException(database.errors().store()
                + " keeps the row locked for another session, or the lease ended in the middle of the step");
    }
}
