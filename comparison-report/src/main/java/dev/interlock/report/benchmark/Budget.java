// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import java.time.Duration;

/**
 * How long and how often the benchmarks measure.
 *
 * @param rounds how often each comparison is repeated
 * @param warmUp how long each contender runs before the first round
 * @param round how long each contender runs in each round
 * @param trips how many locks are acquired and released to count the server's requests per lock
 * @param watch how long a waiting client is watched
 * @param wakeUps how many releases that wake a waiter are measured
 * @param waiters how many locks a client waits for at once
 * @param names how many distinct locks are acquired and released to measure what remains of them
 * @param requests how many requests each thread of the load makes
 */
public record Budget(
        int rounds,
        Duration warmUp,
        Duration round,
        int trips,
        Duration watch,
        int wakeUps,
        int waiters,
        int names,
        int requests) {

    /** For a report to be kept. */
    public static final Budget STANDARD = new Budget(
            5, Duration.ofSeconds(3), Duration.ofSeconds(1), 2_000, Duration.ofSeconds(3), 30, 10_000, 100_000, 1_000);

    /** For a quick run: a few seconds for each store. */
    public static final Budget BRIEF = new Budget(
            3, Duration.ofMillis(300), Duration.ofMillis(100), 200, Duration.ofSeconds(1), 10, 1_000, 10_000, 100);

    /**
     * For a store that writes to disk at each step: the same number of rounds, but shorter ones, and lower counts.
     *
     * @return a smaller budget
     */
    public Budget forSlowStore() {
        return new Budget(
                rounds,
                warmUp,
                round.dividedBy(2),
                Math.max(1, trips / 10),
                watch,
                Math.max(1, wakeUps / 2),
                waiters,
                names,
                Math.max(1, requests / 10));
    }
}
