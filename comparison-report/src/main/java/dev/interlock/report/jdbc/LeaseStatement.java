// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.benchmark.ResourceText;
import dev.interlock.testbed.server.SqlProduct;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One of the backend's statements, from the jar of lock-jdbc, sent by plain JDBC.
 *
 * @param sql with question marks
 * @param parameters their names in order
 * @param returning whether the database returns a row instead of a generated key
 */
record LeaseStatement(String sql, List<String> parameters, boolean returning) {

    /** The table of the backend's defaults. */
    static final String TABLE = "interlock_lease";

    private static final Pattern PARAMETER = Pattern.compile(":([a-z]+)");

    static LeaseStatement load(SqlProduct product, String name) {
        boolean postgres = product == SqlProduct.POSTGRES;
        String now = postgres
                ? "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000000) AS bigint)"
                : "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
        String text = ResourceText.of(
                        LeaseStatement.class,
                        "/dev/interlock/jdbc/" + (postgres ? "postgresql" : "mysql") + "/lease-" + name + ".sql")
                .lines()
                .filter(line -> !line.startsWith("--"))
                .map(String::strip)
                .collect(Collectors.joining(" "))
                .replace("{table}", TABLE)
                .replace("{now}", now);
        List<String> parameters = new ArrayList<>();
        Matcher matcher = PARAMETER.matcher(text);
        String sql = matcher.replaceAll(parameter -> {
            parameters.add(parameter.group(1));
            return "?";
        });
        return new LeaseStatement(sql, parameters, postgres);
    }

    /** Grants; false if no row was found. */
    boolean token(Connection connection, Map<String, @Nullable Object> arguments) throws SQLException {
        try (PreparedStatement statement = returning
                ? connection.prepareStatement(sql)
                : connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            bind(statement, arguments);
            if (!returning && statement.executeUpdate() == 0) {
                return false;
            }
            try (ResultSet token = returning ? statement.executeQuery() : statement.getGeneratedKeys()) {
                return token.next() && token.getLong(1) > 0;
            }
        }
    }

    /** The number of changed rows. */
    int update(Connection connection, Map<String, @Nullable Object> arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, arguments);
            return statement.executeUpdate();
        }
    }

    private void bind(PreparedStatement statement, Map<String, @Nullable Object> arguments) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            statement.setObject(i + 1, arguments.get(parameters.get(i)));
        }
    }
}
