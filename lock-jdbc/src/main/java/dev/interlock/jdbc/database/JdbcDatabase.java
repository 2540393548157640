// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.database;

import dev.interlock.LockClock;
import dev.interlock.jdbc.connection.JdbcConnections;
import dev.interlock.jdbc.connection.JdbcConnections.Work;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.error.JdbcErrors;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.BackendContext;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The database as a {@link JdbcMode} sees it, once its dialect is known. Thread-safe.
 *
 * @param connections the connections to it
 * @param dialect its statements and errors
 * @param errors what its errors mean for a step
 * @param options how locks are kept in it
 * @param context the engine
 * @param primary notices that another server became the primary
 */
public record JdbcDatabase(
        JdbcConnections connections,
        JdbcDialect dialect,
        JdbcErrors errors,
        JdbcLockOptions options,
        BackendContext context,
        PrimarySwitch primary) {

    public JdbcDatabase(
            JdbcConnections connections,
            JdbcDialect dialect,
            JdbcErrors errors,
            JdbcLockOptions options,
            BackendContext context) {
        this(connections, dialect, errors, options, context, new PrimarySwitch(connections));
    }

    /** How often a statement is sent that the database rolls back because of others. */
    public static final int ROUNDS = 5;

    public LockClock clock() {
        return context.clock();
    }

    /** The limit of a step that begins now. */
    public StepLimit begin() {
        return new StepLimit(clock(), options);
    }

    /** Writes on a connection, and again if the database rolled it back because of others. */
    public <T> T repeating(Connection connection, Work<T> work) throws SQLException {
        for (int round = 1; ; round++) {
            try {
                T outcome = work.on(connection);
                primary.served();
                return outcome;
            } catch (SQLException e) {
                if (round == ROUNDS || !errors.mayRepeat(e)) {
                    throw e;
                }
            }
        }
    }

    /** To be called with what the driver threw: drops the connections to a server that is no longer the primary. */
    public void recover(SQLException thrown) {
        if (errors.isReadOnly(thrown)) {
            primary.refused();
        }
    }
}
