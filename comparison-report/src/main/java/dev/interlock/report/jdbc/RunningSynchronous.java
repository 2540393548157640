// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.jdbc.tck.SqlSynchronousFixture;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.InterlockContender;
import dev.interlock.report.benchmark.RoundTripsBenchmark;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.testbed.server.SqlPair;
import java.util.List;
import java.util.Optional;

/**
 * A database in mode lease whose commits wait for its standby. The contenders that it is compared with wait as well.
 */
final class RunningSynchronous extends RunningLeases {

    private final SqlPair pair;

    RunningSynchronous(SqlPair pair) {
        super(pair.primary(), new SqlSynchronousFixture(pair));
        this.pair = pair;
    }

    @Override
    public ServerInfo server() {
        ServerInfo primary = super.server();
        return ServerInfo.of(
                primary.product(),
                primary.version(),
                primary.source() + ", commits wait for a standby",
                Servers.SEVERAL);
    }

    @Override
    public String topology() {
        return "a primary whose commits wait for a standby";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "Progress while the standby is away.",
                "A lock whose old primary runs on beside the promoted one.",
                "A lease across a jump of the server's wall clock.",
                "A wake-up at the release where no client waited when the lock was acquired: the waiter polls.",
                "Strict order between clients.");
    }

    @Override
    public List<Benchmark> benchmarks(Budget budget) {
        Budget less = budget.forSlowStore();
        return List.of(
                uncontended(() -> new InterlockContender(openClient()), less),
                new RoundTripsBenchmark(SqlRequestCounter.of(pair.primary()), PER_ACQUIRE, this::openClient, less));
    }

    /** The same guard is measured on this database without a standby. */
    @Override
    public Optional<GuardUnderTest> guard() {
        return Optional.empty();
    }

    @Override
    public void close() {
        super.close();
        pair.close();
    }
}
