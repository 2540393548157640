// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/**
 * The statements of the floor in a product's SQL dialect: a row for each name, with owner and end of its lease.
 *
 * @param table makes the table
 * @param row adds a free row; name
 * @param take takes a free row, or one whose lease has ended; owner, name
 * @param free frees the owner's row; name, owner
 */
record FloorStatements(String table, String row, String take, String free) {

    private static final String FREE = "UPDATE contention_floor SET owner = NULL WHERE name = ? AND owner = ?";

    private static final FloorStatements MYSQL = new FloorStatements(
            "CREATE TABLE contention_floor (name VARBINARY(255) PRIMARY KEY, owner BINARY(16), ends DATETIME(6))"
                    + " ENGINE = InnoDB",
            "INSERT IGNORE INTO contention_floor (name) VALUES (?)",
            "UPDATE contention_floor SET owner = ?, ends = UTC_TIMESTAMP(6) + INTERVAL 30 SECOND"
                    + " WHERE name = ? AND (owner IS NULL OR ends < UTC_TIMESTAMP(6))",
            FREE);

    private static final FloorStatements POSTGRES = new FloorStatements(
            "CREATE TABLE contention_floor (name bytea PRIMARY KEY, owner bytea, ends timestamptz)",
            "INSERT INTO contention_floor (name) VALUES (?) ON CONFLICT DO NOTHING",
            "UPDATE contention_floor SET owner = ?, ends = clock_timestamp() + interval '30 seconds'"
                    + " WHERE name = ? AND (owner IS NULL OR ends < clock_timestamp())",
            FREE);

    static FloorStatements of(StoreAddress address) {
        return address.isPostgres() ? POSTGRES : MYSQL;
    }
}
