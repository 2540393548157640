// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.connection.JdbcConnections.Work;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcMode;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.error.JdbcRequestTracker;
import dev.interlock.jdbc.lease.queue.NamedLockPlaces;
import dev.interlock.jdbc.lease.recall.RecallNotes;
import dev.interlock.jdbc.lease.recall.Recalls;
import dev.interlock.jdbc.start.JdbcProbe;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Mode {@code lease}: one row for each name, and one conditional statement for each step once the row is there. Each
 * statement is a transaction of its own, so no row stays locked between steps, and every isolation level will do: where
 * a level makes the database give up a statement because of another, the statement is sent again.
 */
public final class LeaseMode implements JdbcMode {

    /** How long a recalled client rests between two looks whether the other one has the lock. */
    private static final Duration LOOK = Duration.ofMillis(1);

    private final JdbcDatabase database;
    private final @Nullable RecallNotes notes;
    private volatile LeaseStatements statements;
    private volatile LeaseKeeping keeping;
    private volatile Optional<BulkSteps> bulk = Optional.empty();
    private volatile @Nullable NamedLockPlaces places;
    private volatile @Nullable Recalls recalls;

    public LeaseMode(JdbcDatabase database) {
        this.database = database;
        this.statements = statements(LeaseOwners.recalled(database.dialect()));
        this.notes = statements.owners().areNoted() ? new RecallNotes(database) : null;
        this.keeping = new LeaseKeeping(database, statements);
    }

    private LeaseStatements statements(LeaseOwners owners) {
        return LeaseStatements.of(
                database.dialect(), database.options(), database.connections().tag(), owners);
    }

    @Override
    public Capabilities start() {
        LeaseProbe probe = new LeaseProbe(database);
        probe.requireTable(statements);
        if (statements.owners().areRecalled() && !probe.asks(statements)) {
            statements = statements(LeaseOwners.plain());
            keeping = new LeaseKeeping(database, statements);
        }
        LeaseOwners owners = statements.owners();
        boolean ownSessions = database.connections().hasNamedLocks() && !new JdbcProbe(database).isThroughPooler();
        recalls = ownSessions && owners.areRecalled() ? probe.recalls(owners) : null;
        LeaseBulkStatements forMany = LeaseBulkStatements.of(
                database.dialect(), database.options(), database.connections().tag(), owners);
        Capabilities capabilities = probe.run(statements, new LeaseBulkProbe(database, forMany), recalls != null);
        if (capabilities.has(Capability.GRANTS_ALL_AT_ONCE)) {
            bulk = Optional.of(new LeaseBulkSteps(database, forMany, notes, this::released));
        }
        if (ownSessions) {
            places = new NamedLockPlaces(database);
        }
        return capabilities;
    }

    @Override
    public List<String> limits() {
        return List.of(
                FAIL_OVER, "when the server's clock is set ahead, leases end early, and set back, they end late");
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return tryAcquire(attempt, begin(), row -> {});
    }

    /** The limit of a step that begins now. */
    StepLimit begin() {
        return database.begin();
    }

    /** The same, in a step that has begun; reports the row of another holder. */
    AcquireOutcome tryAcquire(Attempt attempt, StepLimit limit, Consumer<LeaseRow> seen) {
        requireHeard(attempt);
        JdbcRequestTracker tracker = new JdbcRequestTracker();
        return acquiring(attempt, limit, tracker, connection -> acquire(connection, attempt, tracker, seen));
    }

    /**
     * As {@link #tryAcquire}, but looks first, by a statement that neither writes nor locks. The row of a server that
     * takes no writes does not count: the waiter would stay there, although the lock is free at the primary.
     *
     * @param recalls whether to recall the lock from a client that may keep it
     */
    AcquireOutcome lookThenTry(Attempt attempt, StepLimit limit, Consumer<LeaseRow> seen, boolean recalls) {
        requireHeard(attempt);
        JdbcRequestTracker tracker = new JdbcRequestTracker();
        return acquiring(attempt, limit, tracker, connection -> {
            LeaseRow row = recalls || notes != null ? ask(connection, attempt) : look(connection, attempt.name());
            if (row == null || !row.isHeldByAnother(statements.owners().of(attempt)) || row.isOfReadOnlyServer()) {
                return acquire(connection, attempt, tracker, seen);
            }
            seen.accept(row);
            return new Contended(row.left());
        });
    }

    /** Before the request is sent: a grant that cannot be recalled from its beginning is not kept. */
    private void requireHeard(Attempt attempt) {
        Recalls ours = recalls;
        if (attempt.recallable() && (ours == null || !ours.listens())) {
            recall(attempt.id());
        }
    }

    /**
     * How long to let another client ask first, which has recalled the lock from this one: until it has the lock, and not
     * for long.
     *
     * @throws SQLException if the database does not say; then it is not let ask any more
     */
    Duration rest(Attempt attempt, StepLimit limit) throws SQLException {
        Recalls ours = recalls;
        Duration rest = ours == null ? Duration.ZERO : ours.rest(attempt.name());
        if (ours == null || rest.isZero()) {
            return Duration.ZERO;
        }
        boolean over = true;
        try {
            LeaseRow row = found(attempt.name(), limit);
            over = row != null && row.isHeldByAnother(statements.owners().of(attempt));
        } finally {
            if (over) {
                ours.rested(attempt.name());
            }
        }
        return over ? Duration.ZERO : rest.compareTo(LOOK) < 0 ? rest : LOOK;
    }

    /** Other clients may wait for the lock that the attempt has, or will have: it is not kept after its release. */
    void recall(AttemptId id) {
        database.context().reportWanted(id);
    }

    /** What became of an attempt that was not sent, because the database failed before. */
    AcquireOutcome notAsked(Attempt attempt, SQLException thrown) {
        database.recover(thrown);
        return database.errors().notAcquired(attempt.name(), thrown);
    }

    private AcquireOutcome acquiring(
            Attempt attempt, StepLimit limit, JdbcRequestTracker tracker, Work<AcquireOutcome> work) {
        try {
            return database.connections().run(Use.ACQUIRING, limit, work);
        } catch (SQLException e) {
            database.recover(e);
            return database.errors().acquire(attempt.name(), e, tracker);
        }
    }

    private AcquireOutcome acquire(
            Connection connection, Attempt attempt, JdbcRequestTracker tracker, Consumer<LeaseRow> seen)
            throws SQLException {
        Map<String, @Nullable Object> arguments = statements.acquiring(JdbcKeys.of(attempt.name()), attempt);
        return database.repeating(connection, same -> acquireOnce(same, attempt, arguments, tracker, seen));
    }

    private AcquireOutcome acquireOnce(
            Connection connection,
            Attempt attempt,
            Map<String, @Nullable Object> arguments,
            JdbcRequestTracker tracker,
            Consumer<LeaseRow> seen)
            throws SQLException {
        long sentNanos = database.clock().nanoTime();
        Long token = tracker.track(() -> statements.acquire().number(connection, arguments));
        if (token != null) {
            return granted(attempt, token, sentNanos);
        }
        LeaseRow row = ask(connection, attempt);
        if (row != null) {
            seen.accept(row);
            return notGranted(attempt, row);
        }
        long insertedNanos = database.clock().nanoTime();
        Long first = tracker.track(() -> statements.insert().number(connection, arguments));
        return granted(attempt, JdbcStatement.inserted(first), insertedNanos);
    }

    private static AcquireOutcome granted(Attempt attempt, long token, long sentNanos) {
        return new Granted(Grant.of(attempt, token, sentNanos, attempt.lease()));
    }

    private AcquireOutcome notGranted(Attempt attempt, LeaseRow row) {
        if (!row.isHeld() && row.isForeign()) {
            return new Refused(
                    database.errors()
                            .foreign("'" + attempt.name() + "' not acquired", "format " + row.format() + " of its row"),
                    false);
        }
        return new Contended(row.left());
    }

    private @Nullable LeaseRow found(LockName name, StepLimit limit) throws SQLException {
        return database.connections()
                .run(Use.ACQUIRING, limit, connection -> Optional.ofNullable(look(connection, name)))
                .orElse(null);
    }

    private @Nullable LeaseRow look(Connection connection, LockName name) throws SQLException {
        return served(statements.look().first(connection, LeaseStatements.looking(name), LeaseRow::read));
    }

    private @Nullable LeaseRow ask(Connection connection, Attempt attempt) throws SQLException {
        LeaseRow row = served(statements.ask(connection, attempt));
        if (row != null && notes != null) {
            notes.leave(
                    connection,
                    row.note(statements.owners().of(attempt)).stream().toList());
        }
        return row;
    }

    private @Nullable LeaseRow served(@Nullable LeaseRow row) {
        if (row != null && !row.isOfReadOnlyServer()) {
            database.primary().served();
        }
        return row;
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return keeping.renew(grant, lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        ReleaseOutcome outcome = keeping.release(attempt);
        Recalls ours = recalls;
        if (ours != null && attempt.recallable()) {
            ours.released(attempt);
        }
        released(attempt.name());
        return outcome;
    }

    /**
     * Whatever the outcome: a needless release of the named lock costs one look, and a missing one makes other clients
     * wait.
     */
    private void released(LockName name) {
        NamedLockPlaces ours = places;
        if (ours != null) {
            ours.released(name);
        }
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        try {
            LeaseRow row = found(name, begin());
            return row == null ? Optional.empty() : row.holder();
        } catch (SQLException e) {
            database.recover(e);
            throw database.errors().unavailable("'" + name + "' not inspected", e);
        }
    }

    @Override
    public Contest contest(Attempt attempt) {
        return new LeaseContest(this, places, attempt);
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return bulk;
    }

    @Override
    public OperatorSteps operator() {
        return new LeaseOperatorSteps(database, statements);
    }

    @Override
    public void close() {
        NamedLockPlaces ours = places;
        if (ours != null) {
            ours.close();
        }
        Recalls heard = recalls;
        if (heard != null) {
            heard.close();
        }
    }
}
