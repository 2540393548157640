// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.LockClient;
import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.MemoryUnderTest;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;

/** A backend whose clients each have a store of their own: no client excludes another. */
final class BrokenUnderTest implements BackendUnderTest {

    @Override
    public String name() {
        return "broken";
    }

    @Override
    public RunningBackend open() {
        RunningBackend sound = new MemoryUnderTest().open();
        return new RunningBackend() {
            @Override
            public ServerInfo server() {
                return sound.server();
            }

            @Override
            public List<String> limits() {
                return List.of("everything");
            }

            @Override
            public LockFixture fixture() {
                return new LockFixture() {
                    @Override
                    public LockBackend openBackend() {
                        return new MemoryFixture().openBackend();
                    }

                    @Override
                    public String description() {
                        return "a store for each client";
                    }
                };
            }

            @Override
            public LockClient openClient() {
                return sound.openClient();
            }

            @Override
            public List<Benchmark> benchmarks(Budget budget) {
                return List.of();
            }

            @Override
            public void close() {
                sound.close();
            }
        };
    }
}
