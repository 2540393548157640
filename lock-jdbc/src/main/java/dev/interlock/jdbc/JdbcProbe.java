// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.JdbcConnections.Use;
import dev.interlock.jdbc.JdbcConnections.Work;
import dev.interlock.jdbc.JdbcSchema.Table;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Tries steps at the start, for the probes of both modes, on rows that no lock can have, so that a missing table,
 * column, key or right shows then and not at the first release.
 */
final class JdbcProbe {

    static final String FAILED = "locks cannot be kept";

    private final JdbcDatabase database;

    JdbcProbe(JdbcDatabase database) {
        this.database = database;
    }

    /** An attempt that no client makes. */
    static Attempt attempt(Duration lease) {
        return new Attempt(new LockName("probe"), AttemptId.random(), lease, 1, null);
    }

    /**
     * Checks the tables, after having created them if the options say so.
     *
     * @param tables in the order in which they are checked
     * @param query a query of all tables, which fails if one is missing
     * @throws LockUnavailableException if a table is missing or is not as it must be
     */
    void requireTables(List<Table> tables, Work<?> query) {
        JdbcSchema schema = new JdbcSchema(database, tables);
        run(FAILED, Use.ACQUIRING, connection -> {
            schema.require(connection, query);
            return true;
        });
    }

    /** Whether what was committed is still there after a crash; warns if not. */
    boolean isDurable() {
        return run(FAILED, Use.ACQUIRING, connection -> JdbcDurability.check(connection, database));
    }

    /** Tells what the server's standbys are worth, if it has some. */
    void tellReplication() {
        run(FAILED, Use.ACQUIRING, connection -> {
            JdbcReplication.tell(connection, database);
            return true;
        });
    }

    /**
     * Tries a step.
     *
     * @param failed what cannot be done if the step fails
     * @throws LockUnavailableException if it fails
     */
    <T> T run(String failed, Use use, Work<T> step) {
        try {
            return database.connections().run(use, step);
        } catch (SQLException e) {
            throw database.errors().unavailable(failed, e);
        }
    }
}
