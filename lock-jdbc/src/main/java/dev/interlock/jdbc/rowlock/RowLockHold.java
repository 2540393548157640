// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.error.JdbcSlowness;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A granted row lock and the session that holds it. A session that failed once is broken off and never used again: the
 * server frees the lock when it notices, and nothing could renew it. Its steps are sent one at a time. Thread-safe.
 */
final class RowLockHold {

    private static final String ENDED = " ended the session or transaction that held the lock: ";

    private final ReentrantLock lock = new ReentrantLock();
    private final JdbcDatabase database;
    private final Attempt attempt;
    private final RowLockSession session;
    private final long token;
    private boolean over;

    RowLockHold(JdbcDatabase database, Attempt attempt, RowLockSession session, long token) {
        this.database = database;
        this.attempt = attempt;
        this.session = session;
        this.token = token;
    }

    /**
     * Proves that the lock is held, and makes it visible to inspections.
     *
     * @param sentNanos since when the attempt's lease counts, although the session may have been
     *     armed for more meanwhile
     */
    Grant verified(long sentNanos) throws SQLException {
        lock.lock();
        try {
            requireOpen();
            session.verify();
            return Grant.of(attempt, token, sentNanos, attempt.lease());
        } finally {
            lock.unlock();
        }
    }

    RenewOutcome renew(Duration lease) {
        lock.lock();
        try {
            long sentNanos = database.clock().nanoTime();
            requireOpen();
            session.renew(lease);
            return new RenewOutcome.Renewed(sentNanos, lease);
        } catch (SQLException e) {
            breakOff();
            database.connections().failedOnHeld(e);
            return JdbcSlowness.isSilence(e)
                    ? new RenewOutcome.Unknown(database.errors().sanitized(e))
                    : new RenewOutcome.NotOwner(database.errors().store()
                            + ENDED
                            + database.errors().sanitized(e).getMessage());
        } finally {
            lock.unlock();
        }
    }

    ReleaseOutcome release() {
        lock.lock();
        try {
            requireOpen();
            return session.within(
                    database.begin(), session.releasesAtOnce() ? this::releaseAtOnce : this::checkAndRollBack);
        } catch (SQLException e) {
            breakOff();
            database.connections().failedOnHeld(e);
            return JdbcSlowness.isSilence(e)
                    ? new ReleaseOutcome.Unknown(database.errors().sanitized(e))
                    : new ReleaseOutcome.NotOwner();
        } finally {
            lock.unlock();
        }
    }

    /** If the connection ends without a word of the server, it may have rolled back before. */
    private ReleaseOutcome releaseAtOnce() throws SQLException {
        over = true;
        try {
            session.releaseAtOnce();
            return new ReleaseOutcome.Released();
        } catch (SQLException e) {
            if (JdbcSlowness.isCutOff(e)) {
                return new ReleaseOutcome.Unknown(database.errors().sanitized(e));
            }
            throw e;
        }
    }

    private ReleaseOutcome checkAndRollBack() throws SQLException {
        session.check();
        over = true;
        try {
            session.release();
            return new ReleaseOutcome.Released();
        } catch (SQLException e) {
            return new ReleaseOutcome.Unknown(database.errors().sanitized(e));
        }
    }

    private void requireOpen() throws SQLException {
        if (over) {
            throw new SQLException("the lock was released, or its session broken off");
        }
    }

    private void breakOff() {
        over = true;
        session.abandon();
    }
}
