// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.nightly;

import dev.interlock.LockHandle;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Statements;
import java.sql.SQLException;

/**
 * Counts the sales, once for a tick. Every instance has the schedule; the first instance at the lock runs, the others
 * skip. An instance that arrives when the others have ended finds the row of the tick, which it reads under the lock
 * and numbers by the database's clock. Thread-safe.
 */
public final class NightlyReport {

    private final Database database;
    private final String instance;
    private final int periodSeconds;

    /**
     * Creates the report.
     *
     * @param database has the sales and the runs
     * @param instance the name of this instance, for the rows of its runs
     * @param periodSeconds the length of a tick
     */
    public NightlyReport(Database database, String instance, int periodSeconds) {
        this.database = database;
        this.instance = instance;
        this.periodSeconds = periodSeconds;
    }

    /**
     * Runs, unless this tick has its run.
     *
     * @param handle of the lock {@code nightly}
     */
    public void run(LockHandle handle) {
        database.under(handle, statements -> report(statements, handle));
    }

    private int report(Statements statements, LockHandle handle) throws SQLException {
        // The nearest tick: a clock may be slightly early.
        long tick = statements
                .number("SELECT ROUND(UNIX_TIMESTAMP(NOW(6)) / ?)", periodSeconds)
                .orElseThrow();
        if (statements.number("SELECT 1 FROM nightly_run WHERE tick = ?", tick).isPresent()) {
            return 0;
        }
        return statements.change(
                "INSERT INTO nightly_run (tick, instance, sold, fencing_token)"
                        + " SELECT ?, ?, COUNT(*), ? FROM voucher_order",
                tick,
                instance,
                handle.fencingToken());
    }
}
