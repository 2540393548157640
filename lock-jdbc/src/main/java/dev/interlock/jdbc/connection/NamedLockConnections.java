// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.jdbc.connection.JdbcConnections.HeldConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Opens the connections that wait in the server. They have no pool: they write nothing, so nothing would show that an
 * idle one leads to a server that is no longer the primary. Thread-safe.
 */
final class NamedLockConnections {

    private final DataSource driver;
    private final Set<Session> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refreshes = new AtomicInteger();
    private volatile boolean closed;

    NamedLockConnections(DataSource driver) {
        this.driver = driver;
    }

    HeldConnection open() throws SQLException {
        // Before: where one leads that is being opened during a refresh is not known.
        int refresh = refreshes.get();
        Session session = new Session(driver.getConnection(), refresh);
        open.add(session);
        if (closed) {
            session.discard();
            throw new SQLException("the client is closed");
        }
        return session;
    }

    /** All that were opened by now, or are being opened, are to be given back. */
    void refresh() {
        refreshes.incrementAndGet();
    }

    /** Breaks all of them, whatever they wait for. Never throws. */
    void close() {
        closed = true;
        open.forEach(Session::discard);
    }

    private final class Session implements HeldConnection {

        private final Connection connection;
        private final int refresh;

        private Session(Connection connection, int refresh) {
            this.connection = connection;
            this.refresh = refresh;
        }

        @Override
        public Connection connection() {
            return connection;
        }

        @Override
        public boolean isOutdated() {
            return refreshes.get() != refresh;
        }

        @Override
        public void giveBack() {
            open.remove(this);
            JdbcConnections.giveBack(connection);
        }

        @Override
        public void discard() {
            open.remove(this);
            JdbcConnections.breakOff(connection);
        }
    }
}
