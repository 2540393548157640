// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.database;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;

/** Creates the missing tables, if the configuration requires it. */
@Singleton
final class Schema {

    /** The tables of the use cases, and the guard's table, which lock-jdbc contains. */
    private static final List<String> FILES =
            List.of("/dev/interlock/examples/schema.sql", "/dev/interlock/jdbc/schema/mysql-guard.sql");

    private final DataSource dataSource;
    private final boolean wanted;

    Schema(DataSource dataSource, @Value("${examples.schema}") String schema) {
        this.dataSource = dataSource;
        this.wanted = schema.equals("create");
    }

    /** Several instances may do this at once. */
    void create() throws SQLException {
        if (wanted) {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String file : FILES) {
                    for (String each : text(file).replaceAll("(?m)^--.*$", "").split(";\\s*\n", 0)) {
                        if (!each.isBlank()) {
                            statement.execute(each);
                        }
                    }
                }
            }
        }
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(Schema.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + file, e);
        }
    }
}
