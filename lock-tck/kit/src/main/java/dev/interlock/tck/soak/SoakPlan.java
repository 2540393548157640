// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The length of a soak and its parameters.
 *
 * @param duration how long faults are injected
 * @param seed the seed of every choice; the same seed makes the same choices, though not the same interleaving
 * @param processes how many clients at a time, at least 2
 * @param threads the number of threads of each
 * @param locks how many names they contend for
 */
public record SoakPlan(Duration duration, long seed, int processes, int threads, int locks) {

    /** The system property with the length of each soak in seconds. */
    public static final String SECONDS = "interlock.soak.seconds";

    /** The system property with the seed; without it, each soak gets another seed. */
    public static final String SEED = "interlock.soak.seed";

    /** The system property with the number of client processes at a time; 3 by default. */
    public static final String PROCESSES = "interlock.soak.processes";

    /** The system property with the number of threads of each process; 2 by default. */
    public static final String THREADS = "interlock.soak.threads";

    /** Short enough for every build. */
    private static final long FEW_SECONDS = 6;

    /**
     * Creates a plan with two locks. The system properties set its length, seed, processes and threads.
     *
     * @return the plan
     */
    public static SoakPlan ofSystemProperties() {
        long seconds = Long.getLong(SECONDS, FEW_SECONDS);
        long seed = Long.getLong(SEED, ThreadLocalRandom.current().nextLong(1_000_000_000));
        int processes = Integer.getInteger(PROCESSES, 3);
        return new SoakPlan(Duration.ofSeconds(seconds), seed, processes, Integer.getInteger(THREADS, 2), 2);
    }
}
