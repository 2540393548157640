// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import dev.interlock.report.jdbc.SpringContender;
import java.util.List;
import java.util.stream.Stream;

/** The tables of all contenders but Interlock. */
public final class SqlTables {

    private static final String POSTGRESQL = "postgresql";

    private SqlTables() {}

    /**
     * Statements that make the tables of the floor and of the peers anew.
     *
     * @param address of the database
     * @return statements, to be sent one after the other
     */
    public static List<String> of(StoreAddress address) {
        List<String> floor = List.of(
                "DROP TABLE IF EXISTS contention_floor",
                FloorStatements.of(address).table());
        List<String> peers = ofPeers(address.isPostgres() ? POSTGRESQL : "mysql");
        return Stream.concat(floor.stream(), peers.stream()).toList();
    }

    /**
     * Statements that make the tables of the peers anew.
     *
     * @param schema which of Spring Integration's schema files: {@code mysql} or {@code postgresql}
     * @return statements, to be sent one after the other
     */
    public static List<String> ofPeers(String schema) {
        return List.of(
                "DROP TABLE IF EXISTS shedlock",
                shedlock(schema),
                "DROP TABLE IF EXISTS INT_LOCK",
                SpringContender.table(schema));
    }

    /**
     * According to ShedLock's documentation. In PostgreSQL, TIMESTAMP(3) could round up, so a free lock would seem
     * held.
     */
    private static String shedlock(String schema) {
        String time = schema.equals(POSTGRESQL) ? "TIMESTAMP" : "TIMESTAMP(3)";
        return "CREATE TABLE shedlock (name VARCHAR(64) NOT NULL PRIMARY KEY, lock_until " + time
                + " NOT NULL, locked_at " + time + " NOT NULL, locked_by VARCHAR(255) NOT NULL)";
    }
}
