// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Statements with their values as literals. */
final class LiteralSql {

    private LiteralSql() {}

    static String hex(String text) {
        return "x'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "'";
    }

    static int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** The number that the statement leaves as LAST_INSERT_ID, or null if it found no row. */
    static @Nullable Long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS) == 0) {
                return null;
            }
            try (ResultSet keys = statement.getGeneratedKeys()) {
                return keys.next() ? keys.getLong(1) : null;
            }
        }
    }
}
