// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import dev.interlock.jdbc.tck.RowLockFixture;
import dev.interlock.report.backend.Bench;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.measure.Budget;
import dev.interlock.report.measure.Counter;
import dev.interlock.report.measure.Exercise;
import dev.interlock.report.measure.LibrarySubject;
import dev.interlock.report.measure.Load;
import dev.interlock.report.measure.RoundTrips;
import dev.interlock.report.measure.Uncontended;
import dev.interlock.report.measure.WaitTraffic;
import dev.interlock.tck.LockFixture;
import dev.interlock.testbed.server.SqlServer;
import java.util.ArrayList;
import java.util.List;

/** A database with the tables of mode row-lock. */
final class RowLockBench implements Bench {

    /** A waiter queues anew in the server after each slice of a second, and rolls back before: no second has more than two such ends. */
    private static final WaitTraffic.Idling WAITING = new WaitTraffic.Idling(4, "");

    private final SqlServer server;
    private final LockFixture fixture;
    private final LockClient client;

    RowLockBench(SqlServer server) {
        this.server = server;
        this.fixture = new RowLockFixture(server);
        this.client = openClient();
    }

    @Override
    public ServerInfo server() {
        return SqlServers.info(server);
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
    public LockFixture fixture() {
        return fixture;
    }

    @Override
    public LockClient openClient() {
        return LockClient.connect(LockSettings.of(server.url())
                .withOption("user", server.user())
                .withOption("password", server.password())
                .withOption("interlock.mode", "row-lock")
                .withOption("interlock.schema", "create"));
    }

    @Override
    public List<Exercise> exercises(Budget budget) {
        Budget less = budget.forSlowStore();
        List<Exercise> exercises = new ArrayList<>();
        exercises.add(Uncontended.alone(new LibrarySubject(client), less));
        exercises.add(new Load(this::openClient, less));
        // The others count what happens at the server, so nobody else may use it.
        if (server.ownsProcess()) {
            Counter counter = SqlCounter.of(server);
            exercises.add(new RoundTrips(counter, RoundTrips.ANY, this::openClient, less));
            exercises.add(new WaitTraffic(counter, WAITING, this::openClient, less));
        }
        return exercises;
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
