// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.LockClock;
import dev.interlock.jdbc.dialect.JdbcTimeouts;
import dev.interlock.jdbc.options.JdbcLockOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of the application's DataSource, which is never closed and decides itself how many there are.
 *
 * <p>No step takes part in a transaction of its caller. A connection does not report whether it is in one: inside an XA
 * branch all drivers report autocommit, and some pools hand out every connection without it. Some transaction managers
 * enlist a connection by the thread that uses it, not by the one that borrowed it. So each step borrows and uses its
 * connection on a {@linkplain StepThreads thread of our own}, which has no transaction; autocommit is set there for as
 * long as the step takes.
 */
public final class BorrowedConnections implements JdbcConnections {

    private static final Logger LOG = LoggerFactory.getLogger(BorrowedConnections.class);

    private final DataSource source;
    private final JdbcLockOptions options;
    private final GivenUpStatements givenUp;
    private volatile @Nullable LockClock clock;
    private volatile @Nullable StepThreads threads;

    public BorrowedConnections(DataSource source, JdbcLockOptions options) {
        this.source = source;
        this.options = options;
        this.givenUp = new GivenUpStatements(options);
    }

    @Override
    public void open(LockClock ours) {
        clock = ours;
        threads = new StepThreads("interlock-jdbc-step", ours);
        givenUp.open(this::ask);
    }

    @Override
    public StepLimit begin() throws SQLException {
        return new StepLimit(JdbcConnections.opened(clock), options);
    }

    @Override
    public <T> T run(Use use, StepLimit limit, Work<T> work) throws SQLException {
        givenUp.requireRoom(use);
        return ask(use, limit, work);
    }

    private <T> T ask(Work<T> work) throws SQLException {
        return ask(Use.KEEPING, begin(), work);
    }

    private <T> T ask(Use use, StepLimit limit, Work<T> work) throws SQLException {
        return onThread(use, begin -> {
            Connection connection = borrow();
            try {
                begin.orThrow();
                return committing(connection, limit, work);
            } catch (SQLException e) {
                givenUp.failed(e);
                throw e;
            } finally {
                JdbcConnections.giveBack(connection);
            }
        });
    }

    private <T> T onThread(Use use, ThreadStep.Body<T> body) throws SQLException {
        return JdbcConnections.opened(threads).call(options.timeout(), use == Use.ACQUIRING, body);
    }

    @Override
    public <T> T apart(Use use, Apart<T> step) throws SQLException {
        return onThread(use, begin -> {
            begin.orThrow();
            return step.run();
        });
    }

    @Override
    public String tag() {
        return givenUp.tag();
    }

    @Override
    public void failedOnHeld(SQLException thrown) {
        givenUp.failed(thrown);
    }

    @Override
    public HeldConnection hold() throws SQLException {
        givenUp.requireRoom(Use.ACQUIRING);
        return onThread(Use.ACQUIRING, begin -> {
            Connection connection = borrow();
            boolean begun = false;
            try {
                begin.orThrow();
                begun = true;
            } finally {
                if (!begun) {
                    JdbcConnections.giveBack(connection);
                }
            }
            return BorrowedConnection.of(connection, JdbcTimeouts.silenceMillis(options));
        });
    }

    private Connection borrow() throws SQLException {
        try {
            return source.getConnection();
        } catch (RuntimeException e) {
            throw new SQLException("the DataSource gives no connection: " + e.getMessage(), e);
        }
    }

    private <T> T committing(Connection connection, StepLimit limit, Work<T> work) throws SQLException {
        if (connection.getAutoCommit()) {
            return bounded(connection, limit, work);
        }
        try {
            connection.setAutoCommit(true);
            return bounded(connection, limit, work);
        } finally {
            restore(connection, () -> connection.setAutoCommit(false));
        }
    }

    /** A reply that never comes must not take the thread with it. */
    private <T> T bounded(Connection connection, StepLimit limit, Work<T> work) throws SQLException {
        int before;
        try {
            before = connection.getNetworkTimeout();
        } catch (SQLFeatureNotSupportedException e) {
            return work.on(connection);
        }
        int silenceMillis = JdbcTimeouts.silenceMillis(options);
        boolean shorter = before > 0 && before <= silenceMillis;
        if (!shorter) {
            connection.setNetworkTimeout(Runnable::run, silenceMillis);
        }
        try {
            return work.on(LimitedConnection.of(connection, limit, shorter ? before : silenceMillis));
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
        // The pool's owner decides what to do about a failover.
    }

    @Override
    public void close() {
        givenUp.close();
        StepThreads started = threads;
        if (started != null) {
            started.close();
        }
    }
}
