// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.backend;

import dev.interlock.LockClient;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.report.measure.Budget;
import dev.interlock.report.measure.Exercise;
import dev.interlock.tck.LockFixture;
import java.util.List;
import java.util.Optional;

/** A backend with its store running. Used by one thread. */
public interface Bench extends AutoCloseable {

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
     * What to measure here.
     *
     * @param budget how much of it
     * @return the measurements, in the order in which to take them
     */
    List<Exercise> exercises(Budget budget);

    /**
     * The guard whose resource is in this store.
     *
     * @return a guard, closed by the caller before the bench; empty if none goes with this backend
     */
    default Optional<GuardUnderTest> guard() {
        return Optional.empty();
    }

    /** Stops what was started. */
    @Override
    void close();
}
