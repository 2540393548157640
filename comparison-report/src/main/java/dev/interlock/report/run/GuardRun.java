// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.GuardedUpdateBenchmark;
import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.guard.GuardTrials;
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.tck.guard.OverlappingHolds;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tries the guard of a backend, if there is one, and then measures it. Used by one thread at a time, while others may
 * read the results.
 */
final class GuardRun {

    /** Greater than any token of a trial, so it is never refused. */
    private static final long TOKEN = Long.MAX_VALUE;

    private volatile @Nullable String name;
    private volatile @Nullable String problem;
    private volatile List<GuardTrial> trials = List.of();
    private volatile @Nullable Measurement cost;

    void check(RunningBackend running) {
        try (GuardUnderTest guard = running.guard().orElse(null)) {
            if (guard != null) {
                name = guard.name();
                trials = GuardTrials.of(running.fixture(), guard::store);
            }
        } catch (RuntimeException e) {
            problem = "the trials could not be run: " + e;
        }
    }

    /** Measures the guard like other benchmarks, or not at all. */
    void measure(RunningBackend running, Budget budget, Function<Benchmark, Optional<Measurement>> measuring) {
        try (GuardUnderTest guard = running.guard().orElse(null)) {
            if (guard != null) {
                GuardedUpdateBenchmark benchmark = new GuardedUpdateBenchmark(
                        guard.update(),
                        guard.guarded(OverlappingHolds.DOMAIN.claim("report-guarded", TOKEN)),
                        guard.plain(),
                        guard.counter(),
                        budget);
                cost = measuring.apply(benchmark).orElse(null);
            }
        } catch (RuntimeException e) {
            problem = "what it costs could not be measured: " + e;
        }
    }

    Optional<GuardReport> report() {
        return Optional.ofNullable(name).map(guard -> new GuardReport(guard, trials, cost, problem));
    }
}
