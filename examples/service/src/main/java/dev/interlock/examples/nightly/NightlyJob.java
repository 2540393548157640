// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.nightly;

import dev.interlock.LockHandle;
import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.OnContention;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Statements;
import dev.interlock.micronaut.Locked;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.sql.SQLException;

/**
 * Counts the sales, once for a tick. Every instance has the schedule; the first instance at the lock runs, the others
 * skip. An instance that arrives when the others have ended finds the row of the tick, which it reads under the lock
 * and numbers by the database's clock. Thread-safe.
 */
@Singleton
@Requires(property = "examples.nightly.cron")
class NightlyJob {

    private final Database database;
    private final String instance;
    private final int periodSeconds;

    NightlyJob(
            Database database,
            @Value("${examples.instance}") String instance,
            @Value("${examples.nightly.period-seconds}") int periodSeconds) {
        this.database = database;
        this.instance = instance;
        this.periodSeconds = periodSeconds;
    }

    /** Runs on schedule. The minimum hold is longer than the clocks differ, and much shorter than the period. */
    @Scheduled(cron = "${examples.nightly.cron}")
    @Locked(value = "nightly", onContention = OnContention.SKIP, minHold = "500ms", maxHold = "1m")
    void run() {
        LockHandle handle = CurrentLock.handle();
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
