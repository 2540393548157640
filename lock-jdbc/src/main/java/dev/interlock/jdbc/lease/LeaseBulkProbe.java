// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.database.JdbcStatement;
import dev.interlock.jdbc.error.JdbcSlowness;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries at the start whether the database takes the statements for many locks, by asking for none. What is no MySQL,
 * MariaDB or PostgreSQL but answers as one may lack some of what they need, and then locks are asked for one by one.
 */
final class LeaseBulkProbe {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseBulkProbe.class);
    private static final WantedLeases NONE = WantedLeases.acquired(List.of(), LeaseOwners.plain());

    private final JdbcDatabase database;
    private final LeaseBulkStatements statements;

    LeaseBulkProbe(JdbcDatabase database, LeaseBulkStatements statements) {
        this.database = database;
        this.statements = statements;
    }

    /**
     * False if it refuses one of them.
     *
     * @throws LockUnavailableException if it does not answer
     */
    boolean run() {
        Map<String, @Nullable Object> none = LeaseBulkStatements.renewing(NONE, Duration.ZERO);
        try {
            return database.connections().run(Use.ACQUIRING, connection -> {
                for (JdbcStatement query :
                        List.of(statements.look(), statements.ask(), statements.own(), statements.unlocked())) {
                    query.all(connection, none, row -> row.getBytes(1));
                }
                for (JdbcStatement update :
                        List.of(statements.acquire(), statements.insert(), statements.renew(), statements.release())) {
                    update.update(connection, none);
                }
                return true;
            });
        } catch (SQLException e) {
            if (JdbcSlowness.isAtStart(e)) {
                throw database.errors().unavailable("locks cannot be kept", e);
            }
            LOG.debug(
                    "{}: no steps for many locks in one statement",
                    database.errors().store(),
                    e);
            return false;
        }
    }
}
