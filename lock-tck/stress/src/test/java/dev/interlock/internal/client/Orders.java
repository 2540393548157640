// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Runs of several calls by two or three threads, by Lincheck: it chooses the calls and at which of their steps a thread
 * gives way to another, from fixed seeds, so each build sees the same ones. A run fails if no order of the calls explains
 * its results, if a check afterwards fails, or if no thread can go on.
 */
public final class Orders {

    /**
     * Two threads hand over to each other thousands of times, so a test takes a few seconds of processor time, and minutes
     * where forty others want the processors as well.
     */
    public static final int MOST_SECONDS = 1800;

    /** How many times as many schedules as in each build. */
    private static final int TIMES = Integer.getInteger("interlock.orders.times", 1);

    /** Lincheck's own limit is half a minute for a run, and the first one changes the code of all classes it meets. */
    private static final long LIMIT_MILLIS = 600_000;

    private Orders() {}

    /**
     * Tries many of them.
     *
     * @param test has the calls, which start from a new instance for each run
     * @param threads how many threads
     * @param calls how many calls each of them makes
     * @param runs how many choices of calls
     * @param schedules how many schedules of each
     */
    public static void check(Class<?> test, int threads, int calls, int runs, int schedules) {
        new ModelCheckingOptions()
                .iterations(runs)
                .invocationsPerIteration(schedules * TIMES)
                .threads(threads)
                .actorsPerThread(calls)
                .actorsBefore(1)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .invocationTimeout$lincheck(LIMIT_MILLIS)
                .addGuarantee(withoutChance())
                .check(test);
    }

    /** Lincheck gives way by itself: the points at which the stress tests do so by chance are left out. */
    private static ManagedStrategyGuarantee withoutChance() {
        return ManagedStrategyGuaranteeKt.forClasses(Perturbed.class.getName())
                .methods("point", "rest")
                .ignore();
    }
}
