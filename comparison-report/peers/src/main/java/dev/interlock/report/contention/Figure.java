// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import java.util.concurrent.TimeUnit;

/** The figures of a round, under the names that they have in the JSON file. */
enum Figure {
    PER_SECOND("perSecond"),
    WAIT_P50("waitP50Micros"),
    WAIT_P99("waitP99Micros"),
    FEWEST_OF_MOST_THREADS("fewestOfMostThreads"),
    FEWEST_OF_MOST_JVMS("fewestOfMostJvms"),
    CLIENT_CPU("clientCpuMicros"),
    SERVER_CPU("serverCpuMicros"),
    ALLOCATED("allocatedBytes"),
    REQUESTS("requests"),
    CORES_OF_OTHERS("coresOfOthers");

    private final String key;

    Figure(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    double of(Round round) {
        return switch (this) {
            case PER_SECOND -> round.perSecond();
            case WAIT_P50 -> micros(round, 50);
            case WAIT_P99 -> micros(round, 99);
            case FEWEST_OF_MOST_THREADS -> round.fewestOfMostThreads();
            case FEWEST_OF_MOST_JVMS -> round.fewestOfMostJvms();
            case CLIENT_CPU -> round.clientCpuMicros();
            case SERVER_CPU -> round.serverCpuMicros();
            case ALLOCATED -> round.allocatedBytes();
            case REQUESTS -> round.requestsOfAllKinds();
            case CORES_OF_OTHERS -> round.coresOfOthers();
        };
    }

    private static double micros(Round round, double percentile) {
        return round.waits().getValueAtPercentile(percentile) / (double) TimeUnit.MICROSECONDS.toNanos(1);
    }
}
