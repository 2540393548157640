// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import java.io.IOException;
import java.util.List;

/**
 * The values of {@code /prometheus} for the counters' locks, summed over instances.
 *
 * @param acquired how many acquisitions ended with the lock
 * @param foundTaken how many ended without it because others had it, at once or after a wait
 */
record Meters(long acquired, long foundTaken) {

    /** Reads the meters of each instance. */
    static Meters scrape(Callers callers, List<Instance> instances) throws IOException, InterruptedException {
        Meters sum = new Meters(0, 0);
        for (Instance instance : instances) {
            String page = callers.get("/prometheus", instance);
            long without = ended(page, "taken") + ended(page, "timed_out");
            sum = new Meters(sum.acquired + ended(page, "acquired"), sum.foundTaken + without);
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
        return new Meters(acquired - earlier.acquired, foundTaken - earlier.foundTaken);
    }

    boolean isAtLeast(Meters earlier) {
        return acquired >= earlier.acquired && foundTaken >= earlier.foundTaken;
    }
}
