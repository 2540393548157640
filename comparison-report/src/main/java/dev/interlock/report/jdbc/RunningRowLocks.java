// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.jdbc.tck.RowLockFixture;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.InterlockContender;
import dev.interlock.report.benchmark.RoundTripsBenchmark;
import dev.interlock.report.benchmark.UncontendedBenchmark;
import dev.interlock.report.benchmark.WaiterTrafficBenchmark;
import dev.interlock.testbed.server.SqlServer;
import java.util.List;
import java.util.function.Supplier;

/** A database with the tables of mode row-lock. */
final class RunningRowLocks extends RunningSql {

    /** A waiter queues anew after each second, and rolls back before: within any second, that happens at most twice. */
    private static final WaiterTrafficBenchmark.IdleLimit WAITING = new WaiterTrafficBenchmark.IdleLimit(4, "");

    /** Each hold is a connection, and a client has 50 of them by default. */
    private static final int MOST_HELD = 40;

    RunningRowLocks(SqlServer server) {
        super(
                server,
                new RowLockFixture(server),
                settings(server).withOption("interlock.mode", "row-lock"),
                RoundTripsBenchmark.NO_GOAL,
                WAITING,
                MOST_HELD);
    }

    @Override
    public List<String> limits() {
        return List.of(
                "A lock across a fail-over or a restart of the server: row locks are in its memory.",
                "A lock beyond its connection: KILL, an idle time-out or a broken link end it.",
                "An early end of a holder behind a link that swallows everything: it blocks others for one lease.",
                "Exclusion with several writers, or from clients in mode lease.",
                "Order between clients: the server decides which waiter is next.",
                "That it is cheap to hold: a lock is a connection and an open transaction.");
    }

    @Override
    UncontendedBenchmark uncontended(Supplier<InterlockContender> interlock, Budget budget) {
        return UncontendedBenchmark.alone(interlock, budget);
    }
}
