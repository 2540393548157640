// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import dev.interlock.jdbc.connection.JdbcConnections.HeldConnection;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.error.RowLockLimitException;
import dev.interlock.spi.Attempt;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** The connections of attempts that hold a lock, try or wait: at most as many as the options allow. Thread-safe. */
final class RowLockSessions {

    private final JdbcDatabase database;
    private final RowLockStatements statements;
    private final Semaphore free;
    private final Set<RowLockSession> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    RowLockSessions(JdbcDatabase database, RowLockStatements statements) {
        this.database = database;
        this.statements = statements;
        this.free = new Semaphore(database.options().maxHeld());
    }

    /**
     * Takes a connection for an attempt.
     *
     * @throws RowLockLimitException if this client has all it may
     * @throws SQLException why there is no connection
     */
    RowLockSession open(Attempt attempt, byte[] key) throws SQLException {
        if (!free.tryAcquire()) {
            throw new RowLockLimitException(database.options().maxHeld());
        }
        boolean opened = false;
        try {
            RowLockSession session = opened(database.connections().hold(), attempt, key);
            opened = true;
            return session;
        } finally {
            if (!opened) {
                free.release();
            }
        }
    }

    private RowLockSession opened(HeldConnection held, Attempt attempt, byte[] key) {
        RowLockSession[] session = new RowLockSession[1];
        session[0] = new RowLockSession(database, statements, held, attempt, key, () -> {
            open.remove(session[0]);
            free.release();
        });
        open.add(session[0]);
        if (closed) {
            session[0].abandon();
        }
        return session[0];
    }

    /** Breaks all connections; a step on one of them gets an error. */
    void close() {
        closed = true;
        open.forEach(RowLockSession::abandon);
    }
}
