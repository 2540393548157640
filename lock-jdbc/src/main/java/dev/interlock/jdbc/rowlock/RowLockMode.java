// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcMode;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
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
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Mode {@code row-lock}: a transaction keeps a row locked, on a connection of its own for as long as the lock is held.
 * The server ends it when the connection breaks, or was idle for a lease; so the lease needs no clock but the idle
 * timer of the server.
 *
 * <p>An acquisition has four steps: set the idle time-out and lock the row; mint the token on a second connection,
 * where nothing takes it back; prove that the first still has the row; grant. The validity of a try counts from before
 * the first step and that of a waiter from before the proof; the idle time from the proof at the earliest.
 *
 * <p>In PostgreSQL a try sends the steps in one message, and mints first: the token counts if the row, once it is
 * locked, says that no other grant has minted since. If it does not count, the try mints on a second connection.
 */
public final class RowLockMode implements JdbcMode {

    /** When to try again: the server does not report how long the holder will go on. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final JdbcDatabase database;
    private final RowLockStatements statements;
    private final RowLockTokens tokens;
    private final RowLockSessions sessions;
    private final RowLockWaiters waiters = new RowLockWaiters(this);
    private final ConcurrentMap<AttemptId, RowLockHold> holds = new ConcurrentHashMap<>();

    public RowLockMode(JdbcDatabase database) {
        this.database = database;
        this.statements = RowLockStatements.of(
                database.dialect(), database.options(), database.connections().tag());
        this.tokens = new RowLockTokens(database);
        this.sessions = new RowLockSessions(database, statements);
    }

    @Override
    public Capabilities start() {
        return new RowLockProbe(database, statements, tokens, sessions).run();
    }

    @Override
    public List<String> limits() {
        return List.of(
                FAIL_OVER, "when its connection breaks, a lock is lost, and its holder learns of it when it next asks");
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        try {
            return database.connections().apart(Use.ACQUIRING, () -> tryAcquireHere(attempt));
        } catch (SQLException e) {
            return notAcquired(attempt, e);
        }
    }

    private AcquireOutcome tryAcquireHere(Attempt attempt) {
        long sentNanos = database.clock().nanoTime();
        StepLimit limit = database.begin();
        RowLockHold held = holds.get(attempt.id());
        if (held != null) {
            try {
                return new Granted(held.verified(sentNanos));
            } catch (SQLException e) {
                // Its session is gone, or will be once the server notices: the next session that locks the row has the
                // lock.
                release(attempt);
            }
        }
        try {
            RowLockSession session = open(attempt);
            return endedUnlessGranted(
                    session,
                    attempt,
                    () -> session.within(
                            limit, () -> session.tryLock() ? grant(session, attempt, sentNanos) : contended(session)));
        } catch (SQLException e) {
            return notAcquired(attempt, e);
        }
    }

    RowLockSession open(Attempt attempt) throws SQLException {
        return sessions.open(attempt, JdbcKeys.of(attempt.name()));
    }

    private static AcquireOutcome contended(RowLockSession session) throws SQLException {
        session.release();
        return new Contended(RETRY_AFTER);
    }

    @FunctionalInterface
    private interface AcquireStep {
        AcquireOutcome run() throws SQLException;
    }

    /** Runs a step on a session, and ends the session unless the step grants the lock. */
    private AcquireOutcome endedUnlessGranted(RowLockSession session, Attempt attempt, AcquireStep step) {
        boolean granted = false;
        try {
            AcquireOutcome outcome = step.run();
            granted = outcome instanceof Granted;
            return outcome;
        } catch (SQLException e) {
            return failed(session, attempt, e);
        } catch (LockUnavailableException e) {
            return session.end() ? new Refused(e, false) : new Unknown(e);
        } finally {
            if (!granted) {
                session.end();
            }
        }
    }

    /**
     * How an acquisition ends that failed on a session; what the session may have is freed as far as it can be reached.
     */
    AcquireOutcome failed(RowLockSession session, Attempt attempt, SQLException thrown) {
        database.connections().failedOnHeld(thrown);
        return session.end()
                ? notAcquired(attempt, thrown)
                : new Unknown(database.errors().sanitized(thrown));
    }

    AcquireOutcome notAcquired(Attempt attempt, SQLException thrown) {
        database.recover(thrown);
        return database.errors().notAcquired(attempt.name(), thrown);
    }

    /** Grants the lock that a waiter has in the end: its lease begins now, however long it waited. */
    AcquireOutcome grantWaited(RowLockSession session, Attempt attempt) {
        try {
            return database.connections()
                    .apart(
                            Use.KEEPING,
                            () -> endedUnlessGranted(
                                    session,
                                    attempt,
                                    () -> grant(
                                            session, attempt, database.clock().nanoTime())));
        } catch (SQLException e) {
            session.abandon();
            return new Unknown(e);
        }
    }

    /** Frees what a waiter that leaves has locked. */
    void end(RowLockSession session) {
        try {
            database.connections().apart(Use.KEEPING, session::end);
        } catch (SQLException e) {
            session.abandon();
        }
    }

    /** Grants the lock whose row the session has. */
    private AcquireOutcome grant(RowLockSession session, Attempt attempt, long sentNanos) throws SQLException {
        Long proven = session.token();
        long token = proven == null ? tokens.mint(session.key(), attempt, session.id(), session.limit()) : proven;
        RowLockHold hold = new RowLockHold(database, attempt, session, token);
        Grant grant;
        if (proven == null) {
            grant = hold.verified(sentNanos);
        } else {
            database.primary().served();
            grant = Grant.of(attempt, token, sentNanos, attempt.lease());
        }
        holds.put(attempt.id(), hold);
        return new Granted(grant);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        AttemptId id = grant.attempt().id();
        RowLockHold hold = holds.get(id);
        if (hold == null) {
            return new RenewOutcome.NotOwner("this client has no session that holds the lock for this attempt");
        }
        RenewOutcome outcome;
        try {
            outcome = database.connections().apart(Use.KEEPING, () -> hold.renew(lease));
        } catch (SQLException e) {
            // Nothing was sent, so the session is as it was.
            return new RenewOutcome.Unknown(e);
        }
        if (!(outcome instanceof RenewOutcome.Renewed)) {
            holds.remove(id, hold);
        }
        return outcome;
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        RowLockHold hold = holds.get(attempt.id());
        if (hold == null) {
            return new ReleaseOutcome.NotOwner();
        }
        try {
            ReleaseOutcome outcome = database.connections().apart(Use.KEEPING, hold::release);
            holds.remove(attempt.id(), hold);
            return outcome;
        } catch (SQLException e) {
            // Nothing was sent, and a later release finds the hold again.
            return new ReleaseOutcome.Unknown(e);
        }
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        byte[] key = JdbcKeys.of(name);
        try {
            return database.connections().run(Use.ACQUIRING, connection -> look(connection, key));
        } catch (SQLException e) {
            throw database.errors().unavailable("'" + name + "' not inspected", e);
        }
    }

    /**
     * A row that can be locked is free, and so is a name without a row, whose last token may be kept. The server does not
     * report the rest of the holder's idle time.
     */
    private Optional<Holder> look(Connection connection, byte[] key) throws SQLException {
        boolean held = !isFound(statements.look(), connection, key) && isFound(statements.known(), connection, key);
        return held ? tokens.last(connection, key) : Optional.empty();
    }

    private static boolean isFound(JdbcStatement row, Connection connection, byte[] key) throws SQLException {
        return row.first(connection, RowLockStatements.of(key), found -> found.getInt(1)) != null;
    }

    @Override
    public Contest contest(Attempt attempt) {
        return new RowLockContest(this, waiters, attempt);
    }

    /** Each lock has a connection of its own, so nothing is to be gained. */
    @Override
    public Optional<BulkSteps> bulk() {
        return Optional.empty();
    }

    /** No query shows which rows a session has locked without locking those of the free names. */
    @Override
    public OperatorSteps operator() {
        return OperatorSteps.refusing(database.errors().store()
                + " is in mode row-lock, where a held lock is a transaction of its session: inspect the lock, and end"
                + " the session that interlock_row_token names, by KILL or pg_terminate_backend");
    }

    /** The server frees what is still held, as soon as it notices that the connections are broken. */
    @Override
    public void close() {
        sessions.close();
        waiters.close();
    }
}
