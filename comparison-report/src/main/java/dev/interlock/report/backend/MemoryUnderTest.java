// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.backend;

import dev.interlock.LockClient;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.InterlockContender;
import dev.interlock.report.benchmark.LoadBenchmark;
import dev.interlock.report.benchmark.UncontendedBenchmark;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.report.guard.MemoryGuard;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import java.util.Optional;

/** The backend in memory: the cost of the library without a store. */
public final class MemoryUnderTest implements BackendUnderTest {

    /** The backend in memory. */
    public MemoryUnderTest() {
        // Nothing to set up.
    }

    @Override
    public String name() {
        return "memory";
    }

    /** Trials mostly wait for leases to end. */
    @Override
    public int mutantsAtOnce() {
        return 4;
    }

    @Override
    public RunningBackend open() {
        return new RunningMemory();
    }

    private static final class RunningMemory implements RunningBackend {

        @Override
        public ServerInfo server() {
            return new ServerInfo("memory of this JVM", "", "no server", Servers.NONE);
        }

        @Override
        public String topology() {
            return "one JVM";
        }

        @Override
        public List<String> limits() {
            return List.of("Anything across processes: it is for tests.");
        }

        @Override
        public LockFixture fixture() {
            return new MemoryFixture();
        }

        @Override
        public LockClient openClient() {
            return LockClient.connect("memory:comparison-report");
        }

        @Override
        public List<Benchmark> benchmarks(Budget budget) {
            return List.of(
                    UncontendedBenchmark.alone(() -> new InterlockContender(openClient()), budget),
                    new LoadBenchmark(this::openClient, budget));
        }

        @Override
        public Optional<GuardUnderTest> guard() {
            return Optional.of(new MemoryGuard());
        }

        @Override
        public void close() {
            // There is no server to stop.
        }
    }
}
