// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.jdbc.connection.JdbcConnections.HeldConnection;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcExchange;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.spi.Attempt;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection and the transaction on it that locks the row of one attempt. For one thread at a time,
 * except for {@link #cancel}. Once a statement that locks was sent, only a confirmed rollback lets the
 * connection be used by others.
 */
final class RowLockSession {

    private static final Logger LOG = LoggerFactory.getLogger(RowLockSession.class);

    private final JdbcDatabase database;
    private final RowLockStatements statements;
    private final HeldConnection held;
    private final byte[] key;
    private final Map<String, @Nullable Object> named;
    private final Map<String, @Nullable Object> wanted;
    private final Runnable whenOver;
    private final AtomicBoolean over = new AtomicBoolean();
    private final RowLockWaitStatement waiting;
    private final RowLockIdleTimeout idleTimeout;
    private @Nullable StepLimit limit;
    private @Nullable RowLockTransaction transaction;
    private @Nullable Long token;
    private boolean mayHold;

    RowLockSession(
            JdbcDatabase database,
            RowLockStatements statements,
            HeldConnection held,
            Attempt attempt,
            byte[] key,
            Runnable whenOver) {
        this.database = database;
        this.statements = statements;
        this.held = held;
        this.key = key;
        this.named = RowLockStatements.of(key);
        this.wanted = RowLockStatements.of(key, attempt);
        this.waiting = new RowLockWaitStatement(statements.waiting());
        this.idleTimeout = new RowLockIdleTimeout(held.connection(), statements, attempt.lease());
        this.whenOver = whenOver;
    }

    /** A step of several requests. */
    @FunctionalInterface
    interface Step<T> {
        T run() throws SQLException;
    }

    /**
     * Does a step whose requests have one limit together: each may take what is left of it. Otherwise each may take the
     * whole.
     */
    <T> T within(StepLimit whole, Step<T> step) throws SQLException {
        Connection connection = held.connection();
        OptionalInt usual = networkTimeout(connection);
        limit = usual.isPresent() ? whole : null;
        try {
            T done = step.run();
            if (usual.isPresent() && !over.get()) {
                connection.setNetworkTimeout(Runnable::run, usual.getAsInt());
            }
            return done;
        } finally {
            limit = null;
        }
    }

    /** Empty if the driver of the application's DataSource has none. */
    private static OptionalInt networkTimeout(Connection connection) throws SQLException {
        try {
            return OptionalInt.of(connection.getNetworkTimeout());
        } catch (SQLFeatureNotSupportedException e) {
            return OptionalInt.empty();
        }
    }

    /** That of the step under way, or of one that begins now. */
    StepLimit limit() {
        return limit != null ? limit : database.begin();
    }

    /** To be called before each request of a step. */
    private void limit(Connection connection) throws SQLException {
        if (limit != null) {
            limit.apply(connection);
        }
    }

    /** Tries to lock the row without waiting; returns whether it is ours now. */
    boolean tryLock() throws SQLException {
        JdbcExchange all = statements.tryAll();
        return all != null
                ? lock(() -> tryAll(all), false)
                : lock(
                        () -> armed(
                                () -> statements.acquire().first(held.connection(), named, RowLockTransaction::read)),
                        true);
    }

    /** Waits in the server for the row, for at most a second; returns whether it is ours now. */
    boolean waitLock() throws SQLException {
        return lock(() -> armed(() -> patiently(() -> waiting.execute(held.connection(), named))), true);
    }

    @FunctionalInterface
    private interface Query<T> {
        @Nullable
        T execute() throws SQLException;
    }

    /**
     * Locks the row by a statement, for which it is added if it is missing.
     *
     * @param failsIfLocked whether the statement fails if another has the row; otherwise it finds none then, and such
     *     an error is about more than the row
     */
    private boolean lock(Query<RowLockTransaction> statement, boolean failsIfLocked) throws SQLException {
        for (int round = 1; ; round++) {
            try {
                if (transaction != null || locked(statement)) {
                    return true;
                }
                if (leftAsKnown()) {
                    return false;
                }
                insertRow();
            } catch (SQLException e) {
                if (failsIfLocked && database.errors().isRowLocked(e)) {
                    // MySQL ends only the statement then, and not the transaction (InnoDB Error Handling).
                    rollback();
                    return false;
                }
                if (round == JdbcDatabase.ROUNDS || !database.errors().mayRepeat(e)) {
                    throw e;
                }
                rollback();
            }
        }
    }

    /** Ends the transaction that got no row; returns whether there is one all the same, which another has. */
    private boolean leftAsKnown() throws SQLException {
        JdbcExchange all = statements.leaveAll();
        boolean known = all != null
                && all.send(held.connection(), named, answers -> answers.next(row -> row.getInt(1))) != null;
        rollback();
        return known;
    }

    private boolean locked(Query<RowLockTransaction> statement) throws SQLException {
        limit(held.connection());
        transaction = statement.execute();
        return transaction != null;
    }

    /** Executes a statement that locks the row, after the idle time-out is set. */
    private @Nullable RowLockTransaction armed(Query<RowLockTransaction> statement) throws SQLException {
        idleTimeout.arm();
        mayHold = true;
        limit(held.connection());
        return statement.execute();
    }

    /**
     * Mints, locks the row and proves it, in one message. The token counts only if the row says under the lock that no
     * other grant has minted since; otherwise the row is ours without a token.
     */
    private @Nullable RowLockTransaction tryAll(JdbcExchange all) throws SQLException {
        mayHold = true;
        return all.send(held.connection(), wanted, answers -> {
            Long minted = answers.next(row -> row.getLong(1));
            answers.next(row -> row.getString(1));
            RowLockTransaction locked = answers.next(RowLockTransaction::read);
            Long last = answers.next(row -> row.getLong(1));
            token = minted != null && minted.equals(last) ? minted : null;
            return locked;
        });
    }

    /** The first of the attempt's tokens, if a try has minted them and proved the row since; otherwise null. */
    @Nullable
    Long token() {
        return token;
    }

    /** Executes a statement that may wait in the server, with a network time-out that is long enough for that. */
    private <T> @Nullable T patiently(Query<T> query) throws SQLException {
        Connection connection = held.connection();
        int usualMillis = connection.getNetworkTimeout();
        if (usualMillis == 0 || usualMillis >= JdbcTimeouts.WAIT_MILLIS) {
            return query.execute();
        }
        connection.setNetworkTimeout(Runnable::run, JdbcTimeouts.WAIT_MILLIS);
        try {
            return query.execute();
        } finally {
            connection.setNetworkTimeout(Runnable::run, usualMillis);
        }
    }

    /** Committed on a connection of its own before any session locks it. A client that comes too late finds the row there, or locked, as in a try. */
    private void insertRow() throws SQLException {
        database.connections()
                .run(Use.KEEPING, limit(), connection -> statements.insert().update(connection, named));
    }

    /** Ends {@link #waitLock} soon, if the driver and the server play along. Called by another thread. Never throws. */
    void cancel() {
        waiting.cancel();
    }

    byte[] key() {
        return key;
    }

    /** The server's number of the session that has the row. */
    long id() {
        return transaction == null ? 0 : transaction.session();
    }

    /** Proves that the row is still ours, and makes it visible to inspections that it is held. */
    void verify() throws SQLException {
        limit(held.connection());
        requireSame(statements.verify().first(held.connection(), named, RowLockTransaction::read));
    }

    /** Has the session's idle time start anew; the lease only ever grows. */
    void renew(Duration wanted) throws SQLException {
        idleTimeout.extend(wanted);
        requireSame(statements.renew().first(held.connection(), Map.of(), RowLockTransaction::read));
    }

    /** Proves that the row is still ours. */
    void check() throws SQLException {
        requireSame(statements.check().first(held.connection(), Map.of(), RowLockTransaction::read));
    }

    private void requireSame(@Nullable RowLockTransaction answered) throws SQLException {
        if (answered == null || !answered.equals(transaction)) {
            throw new SQLException("another session or transaction answered than the one that locked the row,"
                    + " or the server became read-only: " + answered + " instead of " + transaction);
        }
    }

    /** Sends nothing if a statement has ended the transaction, but the pools between us and the driver count it. */
    private void rollback() throws SQLException {
        held.connection().rollback();
        transaction = null;
        token = null;
        mayHold = false;
        idleTimeout.rolledBack();
    }

    /**
     * Ends the transaction, and with it the lock.
     *
     * @throws SQLException if the server did not confirm it: the lock then ends when it notices that
     *     the connection is gone
     */
    void release() throws SQLException {
        release(() -> {});
    }

    /** Whether {@link #releaseAtOnce} can be called. */
    boolean releasesAtOnce() {
        return statements.endAll() != null;
    }

    /**
     * Proves that the row is still ours and ends the transaction, in one message.
     *
     * @throws SQLException if another session or transaction answered, or if the server did not confirm it
     */
    void releaseAtOnce() throws SQLException {
        JdbcExchange all = Objects.requireNonNull(statements.endAll());
        release(() ->
                requireSame(all.send(held.connection(), Map.of(), answers -> answers.next(RowLockTransaction::read))));
    }

    @FunctionalInterface
    private interface Request {
        void send() throws SQLException;
    }

    private void release(Request first) throws SQLException {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        boolean clean = false;
        try {
            limit(held.connection());
            first.send();
            rollback();
            // A cancellation may come late, and must not hit what the next user of the connection sends.
            clean = !waiting.wasCancelled() && isTimeLeft() && idleTimeout.disarm() && isTimeLeft();
        } finally {
            if (clean) {
                held.giveBack();
            } else {
                held.discard();
            }
            whenOver.run();
        }
    }

    /** Whether the step can make the connection as it was, which takes requests: the lock is free without them. */
    private boolean isTimeLeft() {
        try {
            limit(held.connection());
            return true;
        } catch (SQLException e) {
            LOG.debug("a connection whose lock was released could not be kept", e);
            return false;
        }
    }

    /** As {@link #release}; returns whether surely nothing is held now. */
    boolean end() {
        try {
            release();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a transaction could not be rolled back", e);
        }
        return !mayHold;
    }

    /** Breaks the connection without asking the server for anything. */
    void abandon() {
        if (over.compareAndSet(false, true)) {
            held.discard();
            whenOver.run();
        }
    }
}
