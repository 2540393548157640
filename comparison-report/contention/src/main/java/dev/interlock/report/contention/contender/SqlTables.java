// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import dev.interlock.report.benchmark.ResourceText;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;

/** The tables that others than Interlock need, and the statements of the floor. */
public final class SqlTables {

    /** A row for a name, free. */
    static final String ROW = "INSERT IGNORE INTO contention_floor (name) VALUES (?)";

    /** Takes a free row, or one whose lease has ended. */
    static final String TAKE = "UPDATE contention_floor SET owner = ?, ends = UTC_TIMESTAMP(6) + INTERVAL 30 SECOND"
            + " WHERE name = ? AND (owner IS NULL OR ends < UTC_TIMESTAMP(6))";

    /** Frees the owner's row. */
    static final String FREE = "UPDATE contention_floor SET owner = NULL WHERE name = ? AND owner = ?";

    private static final String FLOOR = "CREATE TABLE contention_floor ("
            + "name VARBINARY(255) PRIMARY KEY, owner BINARY(16), ends DATETIME(6)) ENGINE = InnoDB";

    private static final String SHEDLOCK = "CREATE TABLE shedlock (name VARCHAR(64) NOT NULL PRIMARY KEY,"
            + " lock_until TIMESTAMP(3) NOT NULL, locked_at TIMESTAMP(3) NOT NULL, locked_by VARCHAR(255) NOT NULL)";

    private static final String SPRING_TABLE = "CREATE TABLE INT_LOCK";

    private SqlTables() {}

    /**
     * What makes the tables anew.
     *
     * @return statements, to be sent one after the other
     */
    public static List<String> statements() {
        return Stream.concat(Stream.of("DROP TABLE IF EXISTS contention_floor", FLOOR), ofPeers("mysql").stream())
                .toList();
    }

    /**
     * What makes the tables of the peers anew.
     *
     * @param schema which of Spring Integration's schema files: {@code mysql} or {@code postgresql}
     * @return statements, to be sent one after the other
     */
    public static List<String> ofPeers(String schema) {
        return List.of("DROP TABLE IF EXISTS shedlock", SHEDLOCK, "DROP TABLE IF EXISTS INT_LOCK", spring(schema));
    }

    /** From the registry's own schema file. */
    private static String spring(String schema) {
        String all = ResourceText.of(
                JdbcLockRegistry.class, "/org/springframework/integration/jdbc/schema-" + schema + ".sql");
        return Arrays.stream(all.split(";", -1))
                .map(String::strip)
                .filter(statement -> statement.startsWith(SPRING_TABLE))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + SPRING_TABLE + " in Spring's schema file"));
    }
}
