// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.InterlockContender;
import dev.interlock.report.benchmark.LoadBenchmark;
import dev.interlock.report.benchmark.LockGrowthBenchmark;
import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.report.benchmark.RoundTripsBenchmark;
import dev.interlock.report.benchmark.UncontendedBenchmark;
import dev.interlock.report.benchmark.WaiterGrowthBenchmark;
import dev.interlock.report.benchmark.WaiterTrafficBenchmark;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.tck.LockFixture;
import dev.interlock.testbed.server.SqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A database with the tables of one mode: the common part of both modes. */
abstract class RunningSql implements RunningBackend {

    private final SqlServer server;
    private final LockFixture fixture;
    private final LockSettings settings;
    private final int perAcquire;
    private final WaiterTrafficBenchmark.IdleLimit idleLimit;
    private final int mostHeld;

    /**
     * The last three parameters are those of {@link RoundTripsBenchmark}, {@link WaiterTrafficBenchmark} and {@link
     * LockGrowthBenchmark}.
     */
    RunningSql(
            SqlServer server,
            LockFixture fixture,
            LockSettings settings,
            int perAcquire,
            WaiterTrafficBenchmark.IdleLimit idleLimit,
            int mostHeld) {
        this.server = server;
        this.fixture = fixture;
        this.settings = settings;
        this.perAcquire = perAcquire;
        this.idleLimit = idleLimit;
        this.mostHeld = mostHeld;
    }

    /** The settings of mode lease. */
    static LockSettings settings(SqlServer server) {
        return LockSettings.of(server.url())
                .withOption("user", server.user())
                .withOption("password", server.password())
                .withOption("interlock.schema", "create");
    }

    /** The benchmark without contention, with the contenders of this mode. */
    abstract UncontendedBenchmark uncontended(Supplier<InterlockContender> interlock, Budget budget);

    @Override
    public ServerInfo server() {
        return ServerInfo.of(server.product(), server.version(), server.source(), Servers.ONE);
    }

    @Override
    public LockFixture fixture() {
        return fixture;
    }

    @Override
    public LockClient openClient() {
        return LockClient.connect(settings);
    }

    @Override
    public List<Benchmark> benchmarks(Budget budget) {
        Budget less = budget.forSlowStore();
        List<Benchmark> benchmarks = new ArrayList<>();
        benchmarks.add(uncontended(() -> new InterlockContender(openClient()), less));
        benchmarks.add(new LoadBenchmark(this::openClient, less));
        // The other benchmarks count requests at the server, so it must not have other users.
        if (server.ownsProcess()) {
            RequestCounter counter = SqlRequestCounter.of(server);
            benchmarks.add(new RoundTripsBenchmark(counter, perAcquire, this::openClient, less));
            benchmarks.add(new WaiterTrafficBenchmark(counter, idleLimit, this::openClient, less));
            benchmarks.add(new WaiterGrowthBenchmark(counter, this::openClient, less));
            benchmarks.add(new LockGrowthBenchmark(this::openClient, mostHeld, less));
        }
        return benchmarks;
    }

    @Override
    public void close() {
        server.close();
    }
}
