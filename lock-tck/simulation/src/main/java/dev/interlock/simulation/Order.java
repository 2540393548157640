// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** In which order the threads of a schedule run. */
interface Order {

    /** Whether another thread may run although the present one could continue. */
    boolean preempts();

    /**
     * Which of the threads runs next; there is at least one.
     *
     * @param now the time in the simulated world, in nanoseconds
     * @return null if the schedule is to end here
     */
    @Nullable
    SimulatedThread next(List<SimulatedThread> runnable, long now);

    /** A new thread starts. */
    default void begins(SimulatedThread thread) {}

    /** The step of the present thread is over; then follows what can run, and perhaps time. */
    default void stepEnds() {}

    /**
     * Chooses any thread with equal probability; a thread that can continue is interrupted so many times in a thousand
     * steps.
     */
    static Order uniform(Chance chance, int permille) {
        return new Order() {
            @Override
            public boolean preempts() {
                return permille > 0 && chance.permille(permille);
            }

            @Override
            public SimulatedThread next(List<SimulatedThread> runnable, long now) {
                return runnable.get(runnable.size() == 1 ? 0 : chance.below(runnable.size()));
            }
        };
    }

    /**
     * By random priorities, which fall so many times: it finds bugs that need few switches, but at rare moments
     * (Burckhardt et al., "A randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010).
     *
     * @param steps about how many steps a schedule has
     */
    static Order byPriority(Chance chance, int falls, int steps) {
        int[] fallAt = new int[falls];
        for (int i = 0; i < falls; i++) {
            fallAt[i] = chance.below(steps);
        }
        return new Order() {
            private int step;
            private long lowest;

            @Override
            public boolean preempts() {
                return true;
            }

            @Override
            public void begins(SimulatedThread thread) {
                thread.priority = 1L + chance.below(Integer.MAX_VALUE);
            }

            @Override
            public SimulatedThread next(List<SimulatedThread> runnable, long now) {
                SimulatedThread first = highest(runnable);
                step++;
                for (int at : fallAt) {
                    if (at == step) {
                        first.priority = --lowest;
                        return highest(runnable);
                    }
                }
                return first;
            }

            private SimulatedThread highest(List<SimulatedThread> runnable) {
                SimulatedThread first = runnable.get(0);
                for (SimulatedThread thread : runnable) {
                    if (thread.priority > first.priority) {
                        first = thread;
                    }
                }
                return first;
            }
        };
    }
}
