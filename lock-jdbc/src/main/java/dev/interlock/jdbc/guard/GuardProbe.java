// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingDomain;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Locale;
import java.util.UUID;

/** Tries at the start what a guard needs of its table. */
final class GuardProbe {

    private final SqlFencingGuard guard;
    private final String table;

    /** One domain for each run, so that what an engine without transactions kept of an earlier run does not matter. */
    private final FencingDomain domain = new FencingDomain("interlock-probe-" + UUID.randomUUID(), 1);

    GuardProbe(SqlFencingGuard guard, String table) {
        this.guard = guard;
        this.table = table;
    }

    void run(Connection connection) throws SQLException {
        String schema = schemaFile(connection);
        try {
            guard.claim(connection, domain.claim("probe", 2));
            guard.claim(connection, domain.claim("PROBE", 1));
            guard.claim(connection, domain.claim("probe ", 1));
            connection.rollback();
            guard.claim(connection, domain.claim("probe", 1));
        } catch (StaleTokenException e) {
            throw unfit(
                    schema,
                    e.lockName().equals("probe")
                            ? "does not roll back: its engine must have transactions"
                            : "takes different names for one: its key must be binary",
                    e);
        } catch (SQLException e) {
            if (!connection.isValid(1)) {
                throw e;
            }
            throw unfit(schema, "failed (" + e.getMessage() + "): create it, and grant SELECT, INSERT and UPDATE", e);
        }
    }

    private static String schemaFile(Connection connection) throws SQLException {
        try {
            return GuardDialect.of(connection).name().toLowerCase(Locale.ROOT) + "-guard.sql";
        } catch (SQLFeatureNotSupportedException e) {
            throw new IllegalStateException("claims cannot be kept: " + e.getMessage(), e);
        }
    }

    private IllegalStateException unfit(String schema, String what, Exception cause) {
        return new IllegalStateException(
                "claims cannot be kept: table " + table + " " + what + "; compare it with dev/interlock/jdbc/schema/"
                        + schema + " in the jar of lock-jdbc",
                cause);
    }
}
