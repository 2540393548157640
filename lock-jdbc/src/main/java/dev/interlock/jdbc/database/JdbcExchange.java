// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.database;

import dev.interlock.jdbc.database.JdbcStatement.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Several statements in one message, for one round trip: PostgreSQL executes them in order, and skips all that follow
 * an error. The drivers of the other servers send several statements only if their url allows it. Immutable.
 */
public final class JdbcExchange {

    private final JdbcStatement all;

    /** Reads what the statements answered. */
    @FunctionalInterface
    public interface Reading<T> {
        @Nullable
        T read(Answers answers) throws SQLException;
    }

    private JdbcExchange(JdbcStatement all) {
        this.all = all;
    }

    /** These statements, in this order; parameters of one name have one value in all of them. */
    public static JdbcExchange of(JdbcStatement... statements) {
        return new JdbcExchange(JdbcStatement.joined(List.of(statements)));
    }

    /**
     * Sends all of them and reads what they answered.
     *
     * @throws SQLException the first error: the statements before it were executed
     */
    public <T> @Nullable T send(Connection connection, Map<String, @Nullable Object> arguments, Reading<T> reading)
            throws SQLException {
        try (PreparedStatement statement = all.prepared(connection, arguments)) {
            boolean rows = statement.execute();
            all.requireReplicated(statement);
            return reading.read(new Answers(statement, rows));
        }
    }

    /** The answers in the order of the statements, without those of statements that have no rows. For one thread. */
    public static final class Answers {

        private final PreparedStatement statement;
        private boolean unread;

        private Answers(PreparedStatement statement, boolean unread) {
            this.statement = statement;
            this.unread = unread;
        }

        /** What the next query says about its first row, or null if it has none. */
        public <T> @Nullable T next(Row<T> row) throws SQLException {
            while (!unread) {
                unread = statement.getMoreResults();
                if (!unread && statement.getUpdateCount() < 0) {
                    throw new SQLException("the driver has fewer answers than there were queries");
                }
            }
            unread = false;
            try (ResultSet rows = statement.getResultSet()) {
                return rows.next() ? row.read(rows) : null;
            }
        }
    }

    @Override
    public String toString() {
        return all.toString();
    }
}
