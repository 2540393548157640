// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.start;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.connection.JdbcConnections.Use;
import dev.interlock.jdbc.connection.JdbcConnections.Work;
import dev.interlock.jdbc.connection.StepLimit;
import dev.interlock.jdbc.database.JdbcDatabase;
import dev.interlock.jdbc.start.JdbcSchema.Table;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.GivenWarnings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries steps at the start, for the probes of both modes, on rows that no lock can have, so that a missing table,
 * column, key or right shows then and not at the first release.
 */
public final class JdbcProbe {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcProbe.class);

    private static final String LEFT_STATEMENTS = "answers through a pooler such as PgBouncer, where renewals fail if"
            + " prepared statements are left in a session and the pooler does not keep track of them (PgBouncer 1.21,"
            + " max_prepared_statements): set prepareThreshold=0";

    static final String FAILED = "locks cannot be kept";

    private final JdbcDatabase database;

    public JdbcProbe(JdbcDatabase database) {
        this.database = database;
    }

    /** An attempt that no client makes, for the probe. */
    public static Attempt attempt(Duration lease) {
        return Attempt.of(new LockName("probe"), AttemptId.random(), lease, 1, null);
    }

    /**
     * Checks the tables, after having created them if the options say so.
     *
     * @param tables in the order in which they are checked
     * @param query a query of all tables, which fails if one is missing
     * @throws LockUnavailableException if a table is missing or is not as it must be
     */
    public void requireTables(List<Table> tables, Work<?> query) {
        JdbcSchema schema = new JdbcSchema(database, tables);
        run(FAILED, Use.ACQUIRING, connection -> {
            schema.require(connection, query);
            return true;
        });
    }

    /** Whether what was committed is still there after a crash; warns if not. */
    public boolean isDurable() {
        return run(FAILED, Use.ACQUIRING, connection -> JdbcDurability.check(connection, database));
    }

    /** Whether a pooler lends us sessions of PostgreSQL. */
    public boolean isThroughPooler() {
        return !database.dialect().isMysql() && run(FAILED, Use.ACQUIRING, PostgresPooler::isBetween);
    }

    /**
     * Requires that a connection is a session of the server: one that is lent for a transaction goes to others with what
     * was set in it, and a pooler with as many sessions as locks are held has none left to mint a token or to renew.
     *
     * @throws LockUnavailableException if a pooler answers
     */
    public void requireOwnSessions() {
        if (isThroughPooler()) {
            throw database.errors()
                    .unfit(
                            "answers through a pooler such as PgBouncer, which lends its sessions, and a row lock needs"
                                    + " one of its own",
                            "point the url at the server, or set interlock.mode=lease");
        }
    }

    /** Warns of prepared statements that a pooler would give to others. */
    public void warnOfPooler() {
        if (isThroughPooler() && run(FAILED, Use.ACQUIRING, PostgresPooler::leavesStatements)) {
            String store = database.errors().store();
            if (GivenWarnings.isFirst(store, LEFT_STATEMENTS)) {
                LOG.warn("{} {}", store, LEFT_STATEMENTS);
            }
        }
    }

    /** Logs whether the server's standbys keep leases; true if no standby that commits wait for can lack a grant. */
    public boolean isReplicated() {
        return run(FAILED, Use.ACQUIRING, connection -> JdbcReplication.check(connection, database));
    }

    /**
     * Tries a step.
     *
     * @param failed what cannot be done if the step fails
     * @throws LockUnavailableException if it fails
     */
    public <T> T run(String failed, Use use, Work<T> step) {
        try {
            return database.connections().run(use, StepLimit.ofStart(database.clock(), database.options()), step);
        } catch (SQLException e) {
            throw database.errors().unavailable(failed, e);
        }
    }
}
