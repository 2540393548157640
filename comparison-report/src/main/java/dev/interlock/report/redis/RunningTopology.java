// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.LockClient;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.InterlockContender;
import dev.interlock.report.benchmark.RoundTripsBenchmark;
import dev.interlock.report.benchmark.UncontendedBenchmark;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.tck.LockFixture;
import dev.interlock.testbed.server.RedisServer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Locks on several Redis servers. */
final class RunningTopology implements RunningBackend {

    private final Topology topology;
    private final @Nullable RawClient raw;

    /**
     * The servers and their properties.
     *
     * @param servers closed at the end
     * @param first one of them, for the version
     * @param kind such as {@code with a replica and 3 sentinels}
     * @param uri their URI as users write it
     * @param fixture of the backend's own tests
     * @param perAcquire how many requests the counted servers get for an acquisition
     * @param counted the servers that count requests
     * @param raw makes the baseline; null if there is none
     * @param limits the guarantees that are missing
     */
    record Topology(
            AutoCloseable servers,
            RedisServer first,
            String kind,
            String uri,
            LockFixture fixture,
            int perAcquire,
            List<RedisServer> counted,
            @Nullable Supplier<RawClient> raw,
            List<String> limits) {}

    RunningTopology(Topology topology) {
        this.topology = topology;
        Supplier<RawClient> driver = topology.raw();
        raw = driver == null ? null : driver.get();
    }

    @Override
    public ServerInfo server() {
        RedisServer first = topology.first();
        return ServerInfo.of(
                first.product(), first.version(), first.source() + ", " + topology.kind(), Servers.SEVERAL);
    }

    @Override
    public String topology() {
        return topology.kind();
    }

    @Override
    public List<String> limits() {
        return topology.limits();
    }

    @Override
    public LockFixture fixture() {
        return topology.fixture();
    }

    @Override
    public LockClient openClient() {
        return LockClient.connect(topology.uri());
    }

    @Override
    public List<Benchmark> benchmarks(Budget budget) {
        Supplier<InterlockContender> interlock = () -> new InterlockContender(openClient());
        return List.of(
                raw == null
                        ? UncontendedBenchmark.alone(interlock, budget)
                        : UncontendedBenchmark.against(interlock, raw.baseline(), List.of(), raw.comparison(), budget),
                new RoundTripsBenchmark(
                        RedisRequestCounter.ofScripts(topology.counted()),
                        topology.perAcquire(),
                        this::openClient,
                        budget));
    }

    @Override
    public void close() {
        if (raw != null) {
            raw.close();
        }
        try {
            topology.servers().close();
        } catch (Exception e) {
            throw new IllegalStateException("the servers could not be stopped", e);
        }
    }
}
