// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.share;

import dev.interlock.LockName;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.error.JdbcRequestTracker;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.toolbox.share.OvertakenException;
import dev.interlock.spi.toolbox.share.ShareRecords;
import dev.interlock.spi.toolbox.share.ShareSnapshot;
import dev.interlock.spi.toolbox.share.ShareUpdate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The records of shared locks in a table: one row for each name, read by one statement and replaced by another, each a
 * transaction of its own. A step has one connection, and with it one limit. Leases end by the clock of the server.
 * Thread-safe.
 */
final class SqlShares implements ShareRecords {

    /** As the servers answer a write then: PostgreSQL by the state, MySQL and MariaDB by the code. */
    private static final String READ_ONLY_STATE = "25006";

    private static final int READ_ONLY_CODE = 1290;

    private final JdbcDatabase database;
    private final ShareStatements statements;

    SqlShares(JdbcDatabase database, ShareStatements statements) {
        this.database = database;
        this.statements = statements;
    }

    @Override
    public <T> T change(LockName name, Function<ShareSnapshot, ShareUpdate<T>> change) throws ShareFailure {
        JdbcRequestTracker tracker = new JdbcRequestTracker();
        try {
            return database.connections()
                    .run(Use.KEEPING, connection -> change(connection, JdbcKeys.of(name), change, tracker));
        } catch (SQLException e) {
            database.recover(e);
            throw new ShareFailure(e, tracker);
        }
    }

    private <T> T change(
            Connection connection,
            byte[] key,
            Function<ShareSnapshot, ShareUpdate<T>> change,
            JdbcRequestTracker tracker)
            throws SQLException {
        for (int round = 1; round <= ROUNDS; round++) {
            long sentNanos = database.clock().nanoTime();
            Row row = statements.look().first(connection, ShareStatements.looking(key), Row::read);
            if (row == null) {
                database.repeating(connection, same -> statements.insert().update(same, ShareStatements.looking(key)));
            } else {
                requirePrimary(row);
                ShareUpdate<T> update = change.apply(row.snapshot(sentNanos));
                String text = update.text();
                if (text == null || isReplaced(connection, key, row, text, update.beforeMillis(), tracker)) {
                    return update.result();
                }
            }
        }
        throw new OvertakenException(ROUNDS);
    }

    private boolean isReplaced(
            Connection connection, byte[] key, Row row, String text, long beforeMillis, JdbcRequestTracker tracker)
            throws SQLException {
        Map<String, @Nullable Object> arguments = ShareStatements.replacing(key, row.version, text, beforeMillis);
        int replaced = database.repeating(
                connection, same -> tracker.trackAll(() -> statements.replace().update(same, arguments)));
        return replaced == 1;
    }

    /** What a server says that was the primary may have been true before another one became it. */
    private void requirePrimary(Row row) throws SQLException {
        if (row.isOfReadOnlyServer) {
            throw new SQLException("the server takes no writes", READ_ONLY_STATE, READ_ONLY_CODE);
        }
        database.primary().served();
    }

    private record Row(String record, long version, long nowMicros, boolean isOfReadOnlyServer) {

        private static Row read(ResultSet row) throws SQLException {
            return new Row(row.getString(1), row.getLong(2), row.getLong(3), row.getBoolean(4));
        }

        private ShareSnapshot snapshot(long sentNanos) {
            @Nullable String text = record.isEmpty() ? null : record;
            return new ShareSnapshot(text, Math.floorDiv(nowMicros, 1_000), nowMicros, sentNanos);
        }
    }

    @Override
    public AcquireOutcome notAcquired(LockName name, Exception thrown) {
        return thrown instanceof ShareFailure failure
                ? database.errors().acquire(name, failure.thrown(), failure.tracker())
                : new AcquireOutcome.Unknown(thrown);
    }

    @Override
    public Exception sanitized(Exception thrown) {
        return thrown instanceof ShareFailure failure ? database.errors().sanitized(failure.thrown()) : thrown;
    }
}
