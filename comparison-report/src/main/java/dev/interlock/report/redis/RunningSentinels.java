// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.LockClient;
import dev.interlock.redis.tck.RedisSentinelFixture;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.InterlockContender;
import dev.interlock.report.benchmark.RoundTripsBenchmark;
import dev.interlock.report.benchmark.UncontendedBenchmark;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.tck.LockFixture;
import dev.interlock.testbed.server.RedisSentinelGroup;
import dev.interlock.testbed.server.RedisServer;
import java.util.List;

/** A primary, its replica and three Sentinels that watch them. */
final class RunningSentinels implements RunningBackend {

    /** One script, at the primary. */
    private static final int PER_ACQUIRE = 1;

    private final RedisSentinelGroup group;
    private final LockClient client;
    private final RawRedis raw;

    RunningSentinels(RedisSentinelGroup group) {
        this.group = group;
        client = openClient();
        raw = new RawRedis(group.primary());
    }

    @Override
    public ServerInfo server() {
        RedisServer primary = group.primary();
        return ServerInfo.of(
                primary.product(), primary.version(), primary.source() + ", with a replica and 3 sentinels");
    }

    @Override
    public List<String> limits() {
        return List.of(
                "A lock across a switch: the replica that Sentinels promote may not know a grant.",
                "One primary at a time: one that is cut off from its Sentinels goes on granting until it is demoted,"
                        + " unless min-replicas-to-write is set.",
                "All that one Redis server does not guarantee.");
    }

    @Override
    public LockFixture fixture() {
        return new RedisSentinelFixture(group);
    }

    @Override
    public LockClient openClient() {
        return LockClient.connect(group.uri());
    }

    @Override
    public List<Benchmark> benchmarks(Budget budget) {
        return List.of(
                UncontendedBenchmark.against(
                        new InterlockContender(client),
                        new RedisBaseline(raw.client()),
                        List.of(),
                        "The raw client sends the same two scripts by EVALSHA to the primary, whose address it was told,"
                                + " and does nothing else.",
                        budget),
                new RoundTripsBenchmark(
                        RedisRequestCounter.ofScripts(group.primary()), PER_ACQUIRE, this::openClient, budget));
    }

    @Override
    public void close() {
        client.close();
        raw.close();
        group.close();
    }
}
