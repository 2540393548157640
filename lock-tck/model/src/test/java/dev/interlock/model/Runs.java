// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many runs of TLC, two at a time, in the order in which they were asked for. Used by one thread. */
final class Runs implements AutoCloseable {

    private static final int AT_A_TIME = 2;

    private final ConfigurationCheck check;
    private final ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
    private final Map<String, Future<ConfigurationCheck.Result>> results = new LinkedHashMap<>();

    Runs(ConfigurationCheck check) {
        this.check = check;
    }

    /** Begins a run, unless there is one of this name. */
    void begin(String run, Configuration configuration) {
        results.computeIfAbsent(run, name -> threads.submit(() -> check.check(configuration, name)));
    }

    /** What the run of this name has found; waits for it. */
    ConfigurationCheck.Result result(String run) throws InterruptedException {
        Future<ConfigurationCheck.Result> result = results.get(run);
        if (result == null) {
            throw new IllegalArgumentException("no run " + run);
        }
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    /** Ends what still runs. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
