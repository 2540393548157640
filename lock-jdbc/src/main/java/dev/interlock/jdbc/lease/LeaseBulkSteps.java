// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.LockName;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.error.JdbcRequestTracker;
import dev.interlock.jdbc.lease.recall.RecallNotes;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireAllOutcome.Contended;
import dev.interlock.spi.AcquireAllOutcome.Granted;
import dev.interlock.spi.AcquireAllOutcome.Refused;
import dev.interlock.spi.AcquireAllOutcome.Unknown;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of mode {@code lease} for many locks: some statements for all of them, each a transaction of its own, as
 * those for one lock. So no row stays locked while a client that was stopped between two of them does not go on.
 */
final class LeaseBulkSteps implements BulkSteps {

    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final JdbcDatabase database;
    private final LeaseBulkStatements statements;
    private final LeaseBulkKeeping keeping;
    private final @Nullable RecallNotes notes;
    private final Consumer<LockName> released;

    /**
     * @param notes recall locks where the statements do not
     * @param released called for each lock that this has tried to release
     */
    LeaseBulkSteps(
            JdbcDatabase database,
            LeaseBulkStatements statements,
            @Nullable RecallNotes notes,
            Consumer<LockName> released) {
        this.notes = notes;
        this.released = released;
        this.database = database;
        this.statements = statements;
        this.keeping = new LeaseBulkKeeping(database, statements);
    }

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return true;
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        JdbcRequestTracker tracker = new JdbcRequestTracker();
        try {
            return database.connections().run(Use.ACQUIRING, connection -> acquire(connection, attempts, tracker));
        } catch (SQLException e) {
            database.recover(e);
            return tracker.hasGranted()
                    ? new Unknown(database.errors().sanitized(e))
                    : all(attempts, database.errors().acquire(failed(attempts), e, tracker));
        }
    }

    private AcquireAllOutcome acquire(Connection connection, List<Attempt> attempts, JdbcRequestTracker tracker)
            throws SQLException {
        Map<String, @Nullable Object> arguments =
                LeaseBulkStatements.wanting(WantedLeases.acquired(attempts, statements.owners()));
        for (int round = 1; round <= JdbcDatabase.ROUNDS; round++) {
            long sentNanos = database.clock().nanoTime();
            long granted = database.repeating(
                    connection,
                    same -> tracker.trackAll(() -> statements.acquire().update(same, arguments)));
            if (granted > 0) {
                return granted(attempts, statements.look(connection, attempts), sentNanos);
            }
            Map<String, LeaseRow> rows = statements.ask(connection, attempts);
            recall(connection, attempts, rows);
            AcquireAllOutcome busy = notGranted(attempts, rows);
            if (busy != null) {
                return busy;
            }
            if (rows.size() < attempts.size()) {
                insertMissing(connection, attempts, rows);
            } else {
                awaitLocked(connection, attempts);
            }
        }
        return new Contended(attempts.get(0).name(), AT_ONCE);
    }

    private void recall(Connection connection, List<Attempt> attempts, Map<String, LeaseRow> rows) {
        if (notes != null) {
            notes.leave(
                    connection,
                    attempts.stream()
                            .map(attempt -> Optional.ofNullable(rows.get(WantedLeases.key(attempt.name())))
                                    .flatMap(row -> row.note(statements.owners().of(attempt))))
                            .flatMap(Optional::stream)
                            .toList());
        }
    }

    /** The grants: the tokens are still in the rows, unless a lease has ended meanwhile. */
    private AcquireAllOutcome granted(List<Attempt> attempts, Map<String, LeaseRow> rows, long sentNanos) {
        List<Grant> grants = new ArrayList<>(attempts.size());
        for (Attempt attempt : attempts) {
            LeaseRow row = rows.get(WantedLeases.key(attempt.name()));
            if (row == null || !row.isHeldBy(statements.owners().of(attempt))) {
                return new Unknown(
                        new SQLException("the lease of '" + attempt.name() + "' ended before it was reported"));
            }
            grants.add(Grant.of(attempt, row.firstToken(), sentNanos, attempt.lease()));
        }
        return new Granted(grants);
    }

    /** Why they were not granted; null if nothing is in the way of all that have a row. */
    private @Nullable AcquireAllOutcome notGranted(List<Attempt> attempts, Map<String, LeaseRow> rows) {
        for (Attempt attempt : attempts) {
            LeaseRow row = rows.get(WantedLeases.key(attempt.name()));
            if (row != null && row.isHeldByAnother(statements.owners().of(attempt))) {
                return new Contended(attempt.name(), row.left());
            }
            if (row != null && row.isForeign()) {
                String what = "format " + row.format() + " of the row of '" + attempt.name() + "'";
                return new Refused(database.errors().foreign(failed(attempts), what), false);
            }
        }
        return null;
    }

    /**
     * Waits for the first row that another session keeps locked, as a try for one lock does, and keeps no other one locked
     * meanwhile.
     */
    private void awaitLocked(Connection connection, List<Attempt> attempts) throws SQLException {
        Set<String> unlocked = Set.copyOf(names(connection, statements.unlocked(), attempts));
        for (Attempt attempt : attempts) {
            if (!unlocked.contains(WantedLeases.key(attempt.name()))) {
                names(connection, statements.own(), List.of(attempt));
                return;
            }
        }
    }

    private List<String> names(Connection connection, JdbcStatement query, List<Attempt> attempts) throws SQLException {
        Map<String, @Nullable Object> arguments =
                LeaseBulkStatements.wanting(WantedLeases.owned(attempts, statements.owners()));
        return database.repeating(
                connection, same -> query.all(same, arguments, row -> WantedLeases.key(row.getBytes(1))));
    }

    private void insertMissing(Connection connection, List<Attempt> attempts, Map<String, LeaseRow> rows)
            throws SQLException {
        List<Attempt> missing = attempts.stream()
                .filter(attempt -> !rows.containsKey(WantedLeases.key(attempt.name())))
                .toList();
        Map<String, @Nullable Object> arguments = LeaseBulkStatements.wanting(WantedLeases.named(missing));
        database.repeating(connection, same -> statements.insert().update(same, arguments));
    }

    /** What the outcome of a failure means for all of them. */
    private static AcquireAllOutcome all(List<Attempt> attempts, AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Refused refused) {
            return new Refused(refused.cause(), refused.retryable());
        }
        return outcome instanceof AcquireOutcome.Unknown unknown
                ? new Unknown(unknown.cause())
                : new Contended(attempts.get(0).name(), AT_ONCE);
    }

    private static String failed(List<Attempt> attempts) {
        String first = "'" + attempts.get(0).name() + "'";
        return first + (attempts.size() == 1 ? "" : " and " + (attempts.size() - 1) + " more") + " not acquired";
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        return keeping.renewAll(grants, lease);
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        List<ReleaseOutcome> outcomes = keeping.releaseAll(attempts);
        attempts.forEach(attempt -> released.accept(attempt.name()));
        return outcomes;
    }
}
