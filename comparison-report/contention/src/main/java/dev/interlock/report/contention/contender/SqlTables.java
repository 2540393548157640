// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import dev.interlock.report.benchmark.ResourceText;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;

/** The tables that others than Interlock need. */
public final class SqlTables {

    private static final String SHEDLOCK = "CREATE TABLE shedlock (name VARCHAR(64) NOT NULL PRIMARY KEY,"
            + " lock_until TIMESTAMP(3) NOT NULL, locked_at TIMESTAMP(3) NOT NULL, locked_by VARCHAR(255) NOT NULL)";

    private static final String SPRING_TABLE = "CREATE TABLE INT_LOCK";

    private SqlTables() {}

    /**
     * What makes the tables of the floor and of the peers anew.
     *
     * @param address of the database
     * @return statements, to be sent one after the other
     */
    public static List<String> of(StoreAddress address) {
        List<String> floor = List.of(
                "DROP TABLE IF EXISTS contention_floor",
                FloorStatements.of(address).table());
        List<String> peers = ofPeers(address.isPostgres() ? "postgresql" : "mysql");
        return Stream.concat(floor.stream(), peers.stream()).toList();
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
