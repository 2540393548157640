// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long a soak lasts and what it is made of.
 *
 * @param duration how long faults are injected
 * @param seed of every choice; the same seed makes the same choices, though not the same interleaving
 * @param processes how many clients at a time, at least 2
 * @param threads of each
 * @param locks how many names they contend for
 */
public record SoakPlan(Duration duration, long seed, int processes, int threads, int locks) {

    /** The system property with the seconds that each soak lasts. */
    public static final String SECONDS = "interlock.soak.seconds";

    /** The system property with the seed; another one each time if it is not set. */
    public static final String SEED = "interlock.soak.seed";

    /** Short enough for every build. */
    private static final long FEW_SECONDS = 6;

    /**
     * A plan of three processes with two threads each and two locks, as long and from the seed that the properties say.
     *
     * @return the plan
     */
    public static SoakPlan ofSystemProperties() {
        long seconds = Long.getLong(SECONDS, FEW_SECONDS);
        long seed = Long.getLong(SEED, ThreadLocalRandom.current().nextLong(1_000_000_000));
        return new SoakPlan(Duration.ofSeconds(seconds), seed, 3, 2, 2);
    }
}
