// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.redis.RedisLockBackend;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.benchmark.AsyncWaitersBenchmark;
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
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.tck.LockFixture;
import dev.interlock.testbed.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A Redis server and a pool of connections to it. */
final class RunningRedis implements RunningBackend {

    /** One script. */
    private static final int PER_ACQUIRE = 1;

    /** An occasional check, in case a signal was lost. */
    private static final WaiterTrafficBenchmark.IdleLimit WAITING = new WaiterTrafficBenchmark.IdleLimit(2, "");

    private final RedisServer server;
    private final RawRedis raw;

    RunningRedis(RedisServer server) {
        this.server = server;
        this.raw = new RawRedis(server);
    }

    /** With the connections of the baseline. */
    private InterlockContender sharing() {
        return new InterlockContender(LockClient.using(
                RedisLockBackend.using(raw.client(), RedisLockOptions.STANDARD), ClientOptions.STANDARD));
    }

    @Override
    public ServerInfo server() {
        return ServerInfo.of(server.product(), server.version(), server.source(), Servers.ONE);
    }

    @Override
    public List<String> limits() {
        return List.of(
                "A lock across a fail-over: replication is asynchronous, so the new primary may not know a grant.",
                "A lock across a restart without persistence, FLUSHALL, eviction, or a client that deletes the key.",
                "A lease across a jump of the server's wall clock.",
                "Growing tokens after the clock was set back and the token key is gone.",
                "Order between clients after a loss of data, and beyond 10,000 clients that wait for one lock.");
    }

    @Override
    public LockFixture fixture() {
        return new RedisFixture(server);
    }

    @Override
    public LockClient openClient() {
        return LockClient.connect(server.uri());
    }

    @Override
    public List<Benchmark> benchmarks(Budget budget) {
        List<Benchmark> benchmarks = new ArrayList<>();
        benchmarks.add(UncontendedBenchmark.against(
                this::sharing, new RedisBaseline(raw.client()), List.of(), RedisBaseline.COMPARISON, budget));
        benchmarks.add(new LoadBenchmark(this::openClient, budget));
        // The other benchmarks count requests at the server and read all its keys, so it must not have other users.
        if (server.ownsProcess()) {
            RequestCounter counter = RedisRequestCounter.of(server);
            benchmarks.add(new RoundTripsBenchmark(counter, PER_ACQUIRE, this::openClient, budget));
            benchmarks.add(new WaiterTrafficBenchmark(counter, WAITING, this::openClient, budget));
            benchmarks.add(new WaiterGrowthBenchmark(counter, this::openClient, budget));
            benchmarks.add(new LockGrowthBenchmark(this::openClient, LockGrowthBenchmark.NO_BOUND, budget));
            benchmarks.add(new AsyncWaitersBenchmark(this::openClient, budget));
            benchmarks.add(new FootprintBenchmark(server, this::openClient, budget));
        }
        return benchmarks;
    }

    @Override
    public Optional<GuardUnderTest> guard() {
        return Optional.of(new RedisGuard(server, raw.client()));
    }

    @Override
    public void close() {
        raw.close();
        server.close();
    }
}
