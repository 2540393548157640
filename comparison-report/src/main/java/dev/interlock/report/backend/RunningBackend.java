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

/**
 * A backend whose store is running, with everything that the rules, the benchmarks and a guard need. Used by one
 * thread.
 */
public interface RunningBackend extends AutoCloseable {

    /**
     * The store.
     *
     * @return its product, version and origin
     */
    ServerInfo server();

    /**
     * How many servers the store has, and how they are connected, for a statement of conformance.
     *
     * @return such as {@code a cluster of 3 primaries}
     */
    default String topology() {
        return "one server";
    }

    /**
     * The guarantees that the store lacks, whatever the library does.
     *
     * @return sentences, as in the backend's documentation
     */
    List<String> limits();

    /**
     * The set-up of the store, as far as it affects locks.
     *
     * @return nothing, unless it is the user's own server
     */
    default List<CheckRow> checks() {
        return List.of();
    }

    /**
     * The fixture for the rules.
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
     * @param budget how much to measure
     * @return the benchmarks, in the order in which to run them
     */
    List<Benchmark> benchmarks(Budget budget);

    /**
     * The guard whose resource is in this store.
     *
     * @return a guard, closed by the caller before the backend; empty if this backend has none
     */
    default Optional<GuardUnderTest> guard() {
        return Optional.empty();
    }

    /** Stops the servers that were started. */
    @Override
    void close();
}
