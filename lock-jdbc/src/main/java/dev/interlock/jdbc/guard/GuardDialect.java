// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.guard.ReadingClaim;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransactionRollbackException;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a claim is made in a database. */
enum GuardDialect {
    /**
     * MySQL and MariaDB: three statements, since neither can update conditionally, report and keep the
     * snapshot young in one.
     */
    MYSQL("`", "mysql-latest") {
        @Override
        void claim(Connection connection, GuardStatements statements, RowClaim claim) throws SQLException {
            try {
                claimByThree(connection, statements, claim);
            } catch (SQLException e) {
                throw e.getErrorCode() == CHANGED_SINCE_SNAPSHOT ? serializationFailure(e, claim.claim()) : e;
            }
        }

        private void claimByThree(Connection connection, GuardStatements statements, RowClaim claim)
                throws SQLException {
            FencingDomain generation = claim.claim().domain();
            byte[] domain = bytes(generation.name());
            byte[] name = bytes(claim.row().value());
            long token;
            try (PreparedStatement lock = connection.prepareStatement(statements.text("mysql-lock"))) {
                lock.setBytes(1, domain);
                lock.setBytes(2, name);
                lock.executeUpdate();
            }
            try (PreparedStatement look = connection.prepareStatement(statements.text("mysql-look"))) {
                look.setBytes(1, domain);
                look.setBytes(2, name);
                look.setBytes(3, domain);
                look.setBytes(4, name);
                try (ResultSet row = look.executeQuery()) {
                    requireAccepted(row, claim);
                    requireYoungSnapshot(row, claim.claim());
                    token = claim.raised(row.getInt(1), row.getLong(2));
                }
            }
            try (PreparedStatement record = connection.prepareStatement(statements.text("mysql-record"))) {
                record.setInt(1, generation.generation());
                record.setLong(2, token);
                record.setBytes(3, domain);
                record.setBytes(4, name);
                record.executeUpdate();
            }
        }
    },

    /** PostgreSQL: one statement. */
    POSTGRESQL("\"", "postgresql-latest") {
        @Override
        void claim(Connection connection, GuardStatements statements, RowClaim claim) throws SQLException {
            try (PreparedStatement all = connection.prepareStatement(statements.text("postgresql-claim"))) {
                all.setBytes(1, bytes(claim.claim().domain().name()));
                all.setBytes(2, bytes(claim.row().value()));
                all.setInt(3, claim.claim().domain().generation());
                all.setLong(4, claim.claim().token());
                try (ResultSet row = all.executeQuery()) {
                    requireAccepted(row, claim);
                }
            }
        }
    };

    /** How MariaDB answers with innodb_snapshot_isolation, under a general SQL state, where others give 40001. */
    private static final int CHANGED_SINCE_SNAPSHOT = 1020;

    private final String quote;
    private final String latestStatement;

    GuardDialect(String quote, String latestStatement) {
        this.quote = quote;
        this.latestStatement = latestStatement;
    }

    /** By the name that the driver gives without asking the server. */
    static GuardDialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "mysql", "mariadb" -> MYSQL;
            case "postgresql" -> POSTGRESQL;
            default ->
                throw new SQLFeatureNotSupportedException(
                        "the fencing guard knows MySQL, MariaDB and PostgreSQL but the connection is to " + product);
        };
    }

    /**
     * Claims the row of the reading half, and then looks whether a later writer has claimed. A transaction that is not
     * rolled back after the refusal has changed nothing that counts: no token in that row is less than a writer's.
     */
    void claim(Connection connection, GuardStatements statements, ReadingClaim claim) throws SQLException {
        claim(connection, statements, RowClaim.of(claim));
        try (PreparedStatement latest = connection.prepareStatement(statements.text(latestStatement))) {
            latest.setBytes(1, bytes(claim.domain().name()));
            latest.setBytes(2, bytes(claim.writeLock().value()));
            try (ResultSet row = latest.executeQuery()) {
                if (row.next() && claim.isOlderThan(row.getInt(1), row.getLong(2))) {
                    throw claim.refusal(row.getInt(1), row.getLong(2));
                }
            }
        }
    }

    /** Claims a row, in the transaction of the connection. */
    abstract void claim(Connection connection, GuardStatements statements, RowClaim claim) throws SQLException;

    /** The text of a statement for a table, without its comments. */
    String load(String name, String table) {
        try (InputStream in = SqlFencingGuard.class.getResourceAsStream(name + ".sql")) {
            if (in == null) {
                throw new IllegalStateException("the statement " + name + ".sql is missing in the jar of lock-jdbc");
            }
            String quoted = quote + table.replace(".", quote + "." + quote) + quote;
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .collect(Collectors.joining("\n"))
                    .replace("{table}", quoted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void requireAccepted(ResultSet row, RowClaim claim) throws SQLException {
        if (!row.next()) {
            throw new SQLException(
                    "'" + claim.row() + "' not claimed: its row in the guard table is not to be seen, though"
                            + " it was written just before: check the table for triggers and row security");
        }
        if (claim.isRefused(row.getInt(1), row.getLong(2))) {
            throw claim.claim().refusal(row.getInt(1), row.getLong(2));
        }
    }

    private static SQLException serializationFailure(SQLException thrown, FencingClaim claim) {
        return new SQLTransactionRollbackException(
                "'" + claim.lock() + "' not claimed with token " + claim.token() + ": a row was changed since this"
                        + " transaction took its snapshot: roll back and run it again, and claim before the first read",
                "40001",
                CHANGED_SINCE_SNAPSHOT,
                thrown);
    }

    /** What the database does not say by itself, reported as PostgreSQL does: a serialization failure. */
    private static void requireYoungSnapshot(ResultSet row, FencingClaim claim) throws SQLException {
        long latest = row.getLong("claim_count");
        long seen = row.getLong("count_in_snapshot");
        if (row.wasNull() || seen != latest) {
            throw new SQLTransactionRollbackException(
                    "'" + claim.lock() + "' not claimed with token " + claim.token() + ": this transaction reads from a"
                            + " snapshot that is older than the latest claim of the name, so it would not see what was"
                            + " written since: roll back and run it again, and claim before the first read",
                    "40001");
        }
    }
}
