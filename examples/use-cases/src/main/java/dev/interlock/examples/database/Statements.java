// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Sends statements within one transaction. For use by one thread. */
public final class Statements {

    private final Connection connection;
    private boolean wrote;

    Statements(Connection connection) {
        this.connection = connection;
    }

    /**
     * Writes rows.
     *
     * @param sql with a question mark for each argument
     * @param arguments in their order
     * @throws SQLException if the database failed
     */
    public void write(String sql, Object... arguments) throws SQLException {
        change(sql, arguments);
    }

    /**
     * Changes the matching rows, if there are any.
     *
     * @param sql with a question mark for each argument
     * @param arguments in their order
     * @return how many rows were changed or found, as the driver counts
     * @throws SQLException if the database failed
     */
    public int change(String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = prepared(sql, arguments)) {
            int rows = statement.executeUpdate();
            wrote |= rows > 0;
            return rows;
        }
    }

    /** Whether any row was changed. */
    boolean wrote() {
        return wrote;
    }

    /**
     * Reads one number.
     *
     * @param sql with a question mark for each argument
     * @param arguments in their order
     * @return the first column of the first row; empty without rows
     * @throws SQLException if the database failed
     */
    public OptionalLong number(String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = prepared(sql, arguments);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty();
        }
    }

    /**
     * Reads rows.
     *
     * @param sql with a question mark for each argument
     * @param arguments in their order
     * @return the rows, in their order
     * @throws SQLException if the database failed
     */
    public List<Row> rows(String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = prepared(sql, arguments);
                ResultSet rows = statement.executeQuery()) {
            ResultSetMetaData columns = rows.getMetaData();
            List<Row> result = new ArrayList<>();
            while (rows.next()) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    row.put(columns.getColumnLabel(i), String.valueOf(rows.getString(i)));
                }
                result.add(new Row(row));
            }
            return result;
        }
    }

    private PreparedStatement prepared(String sql, Object... arguments) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
        return statement;
    }
}
