// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of the application's DataSource, which is never closed and decides itself how many there are.
 *
 * <p>No step takes part in a transaction of its caller. A connection that comes with autocommit off is either one of a
 * pool that hands out all of them so, or that of the caller's transaction, which must not even be touched; which of the
 * two cannot be told by JDBC. Transactions are bound to threads, though: so such a step goes to a thread of our own,
 * where autocommit is set for as long as the step takes.
 */
final class BorrowedConnections implements JdbcConnections {

    private static final Logger LOG = LoggerFactory.getLogger(BorrowedConnections.class);

    private final DataSource source;
    private final int silenceMillis;
    private final ExecutorService apart = JdbcThreads.cachedPool("interlock-jdbc");

    BorrowedConnections(DataSource source, JdbcLockOptions options) {
        this.source = source;
        this.silenceMillis = JdbcTimeouts.silenceMillis(options);
    }

    @Override
    public void open(LockClock clock) {
        // It is open.
    }

    @Override
    public <T> T run(Use use, Work<T> work) throws SQLException {
        Connection connection = borrow();
        try {
            if (connection.getAutoCommit()) {
                return bounded(connection, work);
            }
        } finally {
            JdbcConnections.giveBack(connection);
        }
        return runApart(() -> committing(work));
    }

    private Connection borrow() throws SQLException {
        try {
            return source.getConnection();
        } catch (RuntimeException e) {
            throw new SQLException("the DataSource gives no connection: " + e.getMessage(), e);
        }
    }

    /** From a thread of our own, where no transaction of the caller can be. */
    @Override
    public HeldConnection hold() throws SQLException {
        return runApart(() -> BorrowedConnection.of(borrow(), silenceMillis));
    }

    private <T> T runApart(Callable<T> work) throws SQLException {
        Future<T> outcome = apart.submit(work);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return outcome.get();
                } catch (InterruptedException e) {
                    // A step is bounded, and is not left while it may still grant.
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw unwrapped(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static SQLException unwrapped(@Nullable Throwable thrown) {
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return thrown instanceof SQLException sql ? sql : new SQLException(thrown);
    }

    private <T> T committing(Work<T> work) throws SQLException {
        Connection connection = borrow();
        try {
            try {
                connection.setAutoCommit(true);
                return bounded(connection, work);
            } finally {
                restore(connection, () -> connection.setAutoCommit(false));
            }
        } finally {
            JdbcConnections.giveBack(connection);
        }
    }

    /** A reply that never comes must not take the caller's thread with it. */
    private <T> T bounded(Connection connection, Work<T> work) throws SQLException {
        int before;
        try {
            before = connection.getNetworkTimeout();
        } catch (SQLFeatureNotSupportedException e) {
            return work.on(connection);
        }
        if (before > 0 && before <= silenceMillis) {
            return work.on(connection);
        }
        connection.setNetworkTimeout(Runnable::run, silenceMillis);
        try {
            return work.on(connection);
        } finally {
            restore(connection, () -> connection.setNetworkTimeout(Runnable::run, before));
        }
    }

    @FunctionalInterface
    private interface Setting {
        void set() throws SQLException;
    }

    /** What was done is done: a connection that cannot be made as it was is thrown away, and that is all. */
    private static void restore(Connection connection, Setting setting) {
        try {
            setting.set();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a connection could not be made as it was", e);
            JdbcConnections.breakOff(connection);
        }
    }

    @Override
    public void refresh() {
        // The pool's owner decides what to do about a fail-over.
    }

    @Override
    public void close() {
        apart.shutdown();
    }
}
