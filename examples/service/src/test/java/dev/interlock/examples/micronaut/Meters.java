// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import java.io.IOException;
import java.util.List;

/**
 * The values of {@code /prometheus} for the counters' locks, summed over instances.
 *
 * @param acquired how many acquisitions ended with the lock
 * @param timedOut how many timed out because others had the lock
 */
record Meters(long acquired, long timedOut) {

    /** Reads the meters of each instance. */
    static Meters scrape(Callers callers, List<Instance> instances) throws IOException, InterruptedException {
        Meters sum = new Meters(0, 0);
        for (Instance instance : instances) {
            String page = callers.get("/prometheus", instance);
            sum = new Meters(sum.acquired + ended(page, "acquired"), sum.timedOut + ended(page, "timed_out"));
        }
        return sum;
    }

    private static long ended(String page, String outcome) {
        return page.lines()
                .filter(line -> line.startsWith("lock_acquire_total{"))
                .filter(line -> line.contains("lock=\"counter-*\"") && line.contains("outcome=\"" + outcome + "\""))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    Meters minus(Meters earlier) {
        return new Meters(acquired - earlier.acquired, timedOut - earlier.timedOut);
    }

    boolean isAtLeast(Meters earlier) {
        return acquired >= earlier.acquired && timedOut >= earlier.timedOut;
    }
}
