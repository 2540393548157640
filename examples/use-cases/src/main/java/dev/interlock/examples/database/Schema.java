// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;

/** Creates the missing tables. Thread-safe. */
public final class Schema {

    /** The tables of the use cases, and the guard's table, which lock-jdbc contains. */
    private static final List<String> FILES =
            List.of("/dev/interlock/examples/schema.sql", "/dev/interlock/jdbc/schema/mysql-guard.sql");

    private final DataSource dataSource;

    /**
     * The schema of a database.
     *
     * @param dataSource of the database
     */
    public Schema(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Creates what is missing. Several instances may do this at once.
     *
     * @throws SQLException if the database failed
     */
    public void create() throws SQLException {
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

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(Schema.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + file, e);
        }
    }
}
