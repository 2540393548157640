// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.RoundTripsBenchmark;
import dev.interlock.report.benchmark.UncontendedBenchmark;

/** The measurements of a short run: the costs on the card of a store. */
final class BriefMeasurements {

    private BriefMeasurements() {}

    static boolean contain(Benchmark benchmark) {
        return benchmark instanceof UncontendedBenchmark || benchmark instanceof RoundTripsBenchmark;
    }
}
