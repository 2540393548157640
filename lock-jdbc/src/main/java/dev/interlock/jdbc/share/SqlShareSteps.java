// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.share;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Waiting;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.options.JdbcLockOptions.Schema;
import dev.interlock.jdbc.start.JdbcProbe;
import dev.interlock.jdbc.start.JdbcSchema;
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.toolbox.share.RecordedShares;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The start of locks that several may hold: their table may be missing, if an application has no such locks. */
public final class SqlShareSteps {

    private static final Logger LOG = LoggerFactory.getLogger(SqlShareSteps.class);

    private static final Duration MIN_LEASE = Duration.ofMillis(10);
    private static final Duration MAX_LEASE = Duration.ofDays(365);
    private static final int MAX_TOKENS = 1_000;

    private SqlShareSteps() {}

    /**
     * Tries each statement on a row that no lock can have.
     *
     * @param database the database
     * @param exclusive the capabilities of the other locks
     * @return the steps; empty if there is no table for them, or it cannot be used
     * @throws dev.interlock.LockUnavailableException if the database does not answer
     */
    public static Optional<ShareSteps> start(JdbcDatabase database, Capabilities exclusive) {
        ShareStatements statements = ShareStatements.of(database);
        JdbcProbe probe = new JdbcProbe(database);
        boolean usable = probe.run(
                "locks that several may hold cannot be kept",
                Use.KEEPING,
                connection -> isUsable(connection, database, statements));
        return usable
                ? Optional.of(new RecordedShares(new SqlShares(database, statements), capabilities(exclusive, probe)))
                : Optional.empty();
    }

    private static boolean isUsable(Connection connection, JdbcDatabase database, ShareStatements statements)
            throws SQLException {
        try {
            if (!isThere(connection, database)) {
                return false;
            }
            byte[] key = JdbcKeys.probe();
            statements.look().first(connection, ShareStatements.looking(key), row -> row.getLong(2));
            database.repeating(connection, same -> statements.insert().update(same, ShareStatements.looking(key)));
            database.repeating(
                    connection,
                    same -> statements.replace().update(same, ShareStatements.replacing(key, -1, "", Long.MAX_VALUE)));
            return true;
        } catch (SQLException e) {
            if (database.errors().isRefusal(e)) {
                LOG.debug(
                        "{}: no locks that several may hold", database.errors().store(), e);
                return false;
            }
            throw e;
        }
    }

    /** Two clients that start at once can get into each other's way: PostgreSQL then refuses one of them. */
    private static boolean isThere(Connection connection, JdbcDatabase database) throws SQLException {
        String table = ShareStatements.table(database);
        if (JdbcSchema.exists(connection, database, table)) {
            return true;
        }
        if (database.options().schema() != Schema.CREATE) {
            return false;
        }
        try {
            JdbcSchema.create(connection, database, table);
            return true;
        } catch (SQLException e) {
            if (JdbcSchema.exists(connection, database, table)) {
                return true;
            }
            throw e;
        }
    }

    /** Each is a row as those of the leases, so it outlives what they outlive, also beside row locks. */
    private static Capabilities capabilities(Capabilities exclusive, JdbcProbe probe) {
        boolean asked = !exclusive.has(Capability.ENDS_WITH_CONNECTION);
        Set<Capability> declared =
                EnumSet.of(Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.FIFO_BETWEEN_CLIENTS, Capability.SHARES);
        if (asked ? exclusive.has(Capability.SURVIVES_RESTART) : probe.isDurable()) {
            declared.add(Capability.SURVIVES_RESTART);
        }
        if (asked ? exclusive.has(Capability.SURVIVES_FAIL_OVER) : probe.isReplicated()) {
            declared.add(Capability.SURVIVES_FAIL_OVER);
        }
        return Capabilities.of(exclusive.backend(), Waiting.POLL, MIN_LEASE, MAX_LEASE)
                .withDeclared(declared)
                .withMaxTokens(MAX_TOKENS);
    }
}
