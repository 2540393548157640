// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingDomain;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.UUID;

/** What must work with a guard's table, tried out. */
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
        try {
            guard.claim(connection, domain.claim("probe", 2));
            guard.claim(connection, domain.claim("PROBE", 1));
            guard.claim(connection, domain.claim("probe ", 1));
            connection.rollback();
            guard.claim(connection, domain.claim("probe", 1));
        } catch (StaleTokenException e) {
            throw unfit(
                    connection,
                    e.lockName().equals("probe")
                            ? "does not roll back: its engine must have transactions"
                            : "takes different names for one: its key must be binary",
                    e);
        } catch (SQLException e) {
            if (!connection.isValid(1)) {
                throw e;
            }
            throw unfit(
                    connection, "failed (" + e.getMessage() + "): create it, and grant SELECT, INSERT and UPDATE", e);
        }
    }

    private IllegalStateException unfit(Connection connection, String what, Exception cause) throws SQLException {
        String schema = GuardDialect.of(connection).name().toLowerCase(Locale.ROOT);
        return new IllegalStateException(
                "claims cannot be kept: table " + table + " " + what + "; compare it with dev/interlock/jdbc/schema/"
                        + schema + "-guard.sql in the jar of lock-jdbc",
                cause);
    }
}
