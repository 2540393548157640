// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.ReadingClaim;
import dev.interlock.tck.guard.GuardedStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A row with a number; each call is a transaction of its own, at the level that the database has by default. */
public record SqlGuardedStore(GuardBench bench, SqlFencingGuard guard, long id) implements GuardedStore {

    /** What is done in a transaction. */
    @FunctionalInterface
    private interface Work {
        long on(Connection connection) throws SQLException;
    }

    @Override
    public void claim(FencingClaim claim) {
        transacted(connection -> {
            guard.claim(connection, claim);
            return 0;
        });
    }

    @Override
    public long claimAndRead(FencingClaim claim) {
        return transacted(connection -> {
            guard.claim(connection, claim);
            return read(connection);
        });
    }

    @Override
    public void claimAndWrite(FencingClaim claim, long value, Runnable pause) {
        transacted(connection -> {
            guard.claim(connection, claim);
            pause.run();
            return write(connection, value);
        });
    }

    @Override
    public void claimAndWrite(ReadingClaim claim, long value) {
        transacted(connection -> {
            guard.claim(connection, claim);
            return write(connection, value);
        });
    }

    @Override
    public long read() {
        return transacted(this::read);
    }

    @Override
    public void write(long value) {
        transacted(connection -> write(connection, value));
    }

    @Override
    public boolean isBlocked(Thread thread) {
        return bench.blocked() > 0;
    }

    /** Reads past the guard, in a transaction of the caller's. */
    public long read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT amount FROM number WHERE id = " + id)) {
            if (!rows.next()) {
                throw new IllegalStateException("no number " + id);
            }
            return rows.getLong(1);
        }
    }

    /** Writes past the guard, in a transaction of the caller's; returns how many rows were changed. */
    public long write(Connection connection, long value) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate("UPDATE number SET amount = " + value + " WHERE id = " + id);
        }
    }

    private long transacted(Work work) {
        try (Connection connection = bench.transaction()) {
            try {
                long result = work.on(connection);
                connection.commit();
                return result;
            } finally {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
