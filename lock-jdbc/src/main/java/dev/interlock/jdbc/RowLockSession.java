// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.JdbcConnections.Reserved;
import dev.interlock.spi.Attempt;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection and the transaction on it that locks, or is to lock, the row of one attempt. For one thread at a time, but for
 * {@link #cancel}. Once a statement that locks was sent, only a confirmed rollback lets the connection be used by others.
 */
final class RowLockSession {

    private static final Logger LOG = LoggerFactory.getLogger(RowLockSession.class);
    private static final int ROUNDS = 5;

    /** For the reply to what may take the server a slice of 1 s. */
    private static final int SLICE_MILLIS = 3_000;

    private final JdbcStore store;
    private final RowLockStatements statements;
    private final Reserved reserved;
    private final byte[] key;
    private final Map<String, @Nullable Object> named;
    private final Runnable whenOver;
    private final AtomicBoolean over = new AtomicBoolean();
    private final RowLockSlice slice;
    private @Nullable RowLockTransaction transaction;
    private Duration lease;
    private boolean mayHold;
    private boolean armed;

    RowLockSession(
            JdbcStore store,
            RowLockStatements statements,
            Reserved reserved,
            Attempt attempt,
            byte[] key,
            Runnable whenOver) {
        this.store = store;
        this.statements = statements;
        this.reserved = reserved;
        this.key = key;
        this.named = RowLockStatements.of(key);
        this.slice = new RowLockSlice(statements.waiting());
        this.lease = attempt.lease();
        this.whenOver = whenOver;
    }

    /** Tries to lock the row without waiting; returns whether it is ours now. */
    boolean tryLock() throws SQLException {
        return lock(() -> statements.acquire().first(reserved.connection(), named, RowLockTransaction::read));
    }

    /** Waits in the server for the row, for one slice; returns whether it is ours now. */
    boolean waitLock() throws SQLException {
        return lock(() -> patiently(() -> slice.await(reserved.connection(), named)));
    }

    @FunctionalInterface
    private interface Sent<T> {
        @Nullable
        T answer() throws SQLException;
    }

    private boolean lock(Sent<RowLockTransaction> statement) throws SQLException {
        for (int round = 1; ; round++) {
            try {
                if (transaction != null || locked(statement)) {
                    return true;
                }
                rollback();
                insertRow();
            } catch (SQLException e) {
                if (store.errors().isRowLocked(e)) {
                    // MySQL ends only the statement then, and not the transaction (InnoDB Error Handling).
                    rollback();
                    return false;
                }
                if (round == ROUNDS || !store.errors().mayRepeat(e)) {
                    throw e;
                }
                rollback();
            }
        }
    }

    private boolean locked(Sent<RowLockTransaction> statement) throws SQLException {
        if (!armed) {
            arm();
        }
        mayHold = true;
        transaction = statement.answer();
        return transaction != null;
    }

    private void arm() throws SQLException {
        statements.arm().run(reserved.connection(), RowLockStatements.arming(lease));
        armed = true;
    }

    /** Does what may take the server a slice, however short the connection's patience is otherwise. */
    private <T> @Nullable T patiently(Sent<T> step) throws SQLException {
        Connection connection = reserved.connection();
        int usualMillis = connection.getNetworkTimeout();
        if (usualMillis == 0 || usualMillis >= SLICE_MILLIS) {
            return step.answer();
        }
        connection.setNetworkTimeout(Runnable::run, SLICE_MILLIS);
        try {
            return step.answer();
        } finally {
            connection.setNetworkTimeout(Runnable::run, usualMillis);
        }
    }

    /** Committed before anybody locks it. A client that comes too late finds the row there, or locked, as in a try. */
    private void insertRow() throws SQLException {
        mayHold = true;
        Integer unused = patiently(() -> statements.insert().update(reserved.connection(), named));
        reserved.connection().commit();
        mayHold = false;
    }

    /** Ends {@link #waitLock} soon, if the driver and the server play along. Called by another thread. Never throws. */
    void cancel() {
        slice.cancel();
    }

    byte[] key() {
        return key;
    }

    /** The server's number of the session that has the row. */
    long id() {
        return transaction == null ? 0 : transaction.session();
    }

    /** Proves that the row is still ours, and shows to those who look that it is held. */
    void verify() throws SQLException {
        requireSame(statements.verify().first(reserved.connection(), named, RowLockTransaction::read));
    }

    /** Has the session's idle time start anew; the lease only ever grows. */
    void renew(Duration wanted) throws SQLException {
        if (wanted.compareTo(lease) > 0) {
            lease = wanted;
            arm();
        }
        requireSame(statements.renew().first(reserved.connection(), Map.of(), RowLockTransaction::read));
    }

    /** Proves that the row is still ours. */
    void check() throws SQLException {
        requireSame(statements.check().first(reserved.connection(), Map.of(), RowLockTransaction::read));
    }

    private void requireSame(@Nullable RowLockTransaction answered) throws SQLException {
        if (answered == null || !answered.equals(transaction)) {
            throw new SQLException(
                    "another session or transaction answered than the one that locked the row, or the server became read-only: "
                            + answered + " instead of " + transaction);
        }
    }

    private void rollback() throws SQLException {
        reserved.connection().rollback();
        transaction = null;
        mayHold = false;
        // What has to be undone lasts for the session, and is there for the next slice; the rest was for the
        // transaction.
        armed = armed && statements.disarm() != null;
    }

    /**
     * Ends the transaction, and with it the lock.
     *
     * @throws SQLException if the server did not confirm it: the lock then ends when it notices that the connection is gone
     */
    void release() throws SQLException {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        boolean clean = false;
        try {
            rollback();
            // A cancellation may come late, and must not hit what the next user of the connection sends.
            clean = !slice.wasCancelled() && disarmed();
        } finally {
            if (clean) {
                reserved.giveBack();
            } else {
                reserved.discard();
            }
            whenOver.run();
        }
    }

    private boolean disarmed() {
        JdbcStatement disarm = statements.disarm();
        if (disarm == null) {
            return true;
        }
        try {
            disarm.run(reserved.connection(), Map.of());
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
            reserved.discard();
            whenOver.run();
        }
    }
}
