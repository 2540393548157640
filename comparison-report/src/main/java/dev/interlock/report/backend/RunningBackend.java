// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.backend;

import dev.interlock.LockClient;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.CheckRow;
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.tck.LockFixture;
import java.util.List;
import java.util.Optional;

/** A backend whose store is running: what the rules, the benchmarks and a guard need of it. Used by one thread. */
public interface RunningBackend extends AutoCloseable {

    /**
     * The store.
     *
     * @return what it is and where it came from
     */
    ServerInfo server();

    /**
     * What the store does not guarantee, whatever the library does.
     *
     * @return sentences, as in the backend's documentation
     */
    List<String> limits();

    /**
     * How the store is set up, as far as that bears on locks.
     *
     * @return nothing, unless somebody else runs it
     */
    default List<CheckRow> checks() {
        return List.of();
    }

    /**
     * What the rules run on.
     *
     * @return the fixture of the backend's own tests
     */
    LockFixture fixture();

    /**
     * Opens a client as a user would, with the backend's defaults.
     *
     * @return a client, closed by the caller
     */
    LockClient openClient();

    /**
     * The benchmarks of this backend.
     *
     * @param budget how much of it
     * @return them, in the order in which to run them
     */
    List<Benchmark> benchmarks(Budget budget);

    /**
     * The guard whose resource is in this store.
     *
     * @return a guard, closed by the caller before the backend; empty if none goes with this backend
     */
    default Optional<GuardUnderTest> guard() {
        return Optional.empty();
    }

    /** Stops what was started. */
    @Override
    void close();
}
