// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.RoundTripsBenchmark;
import dev.interlock.report.benchmark.UncontendedBenchmark;

/** The measurements that a short run takes: what the card of a store says of its costs. */
final class BriefMeasurements {

    private BriefMeasurements() {}

    static boolean contain(Benchmark benchmark) {
        return benchmark instanceof UncontendedBenchmark || benchmark instanceof RoundTripsBenchmark;
    }
}
