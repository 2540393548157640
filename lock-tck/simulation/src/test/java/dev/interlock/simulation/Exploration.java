// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Every order of the threads of a scenario, one after another, except those that differ only in the order of steps
 * which touch nothing in common. For each run: {@link #begin}, the schedule, {@link #advance}. Used by one thread at a
 * time.
 */
final class Exploration implements Order {

    /** From here on all callers have ended, and the rest runs in one order. */
    private static final String LAST = "closer";

    private static final int PAUSED = "pausedUntil".hashCode();

    /**
     * One step of the present run, and what was tried in its place.
     *
     * @param now when, in nanoseconds of the simulated world
     * @param enabled the threads that could run, by their numbers
     * @param first those of them that must be tried, or were
     * @param asleep those that need not be tried, with their next step: an earlier run had it first
     */
    record Step(long now, List<Integer> enabled, Set<Integer> first, Map<Integer, Footprint> asleep, Choice choice) {

        int thread() {
            return choice.thread;
        }

        Footprint footprint() {
            return choice.footprint;
        }
    }

    /** The thread that takes a step in the present run. */
    private static final class Choice {

        private int thread;
        private Footprint footprint = Footprint.begin();
    }

    private final List<Step> steps = new ArrayList<>();
    private final IdentityHashMap<SimulatedThread, Integer> numbers = new IdentityHashMap<>();
    private int depth;
    private int changed;
    private boolean over;
    private boolean cutOff;

    /** Begins a run. */
    void begin() {
        Footprint.beginRun();
        numbers.clear();
        depth = 0;
        over = false;
        cutOff = false;
    }

    /** Whether the run was cut off, because an earlier one did the same in another order. */
    boolean isCutOff() {
        return cutOff;
    }

    /** How many steps the run had until its callers had ended. */
    int steps() {
        return steps.size();
    }

    /** Prepares the next run. Returns false if there is none. */
    boolean advance() {
        new Races(steps, numbers.size(), changed).find();
        for (int i = steps.size() - 1; i >= 0; i--) {
            Step step = steps.get(i);
            step.asleep().put(step.thread(), step.footprint().ofKnownObjects());
            for (int thread : step.first()) {
                if (!step.asleep().containsKey(thread)) {
                    step.choice().thread = thread;
                    changed = i;
                    return true;
                }
            }
            steps.remove(i);
        }
        return false;
    }

    @Override
    public void begins(SimulatedThread thread) {
        numbers.put(thread, numbers.size());
        over |= thread.name.equals(LAST);
    }

    @Override
    public boolean preempts() {
        return !over;
    }

    @Override
    public void stepEnds() {
        Footprint.end();
    }

    @Override
    public @Nullable SimulatedThread next(List<SimulatedThread> runnable, long now) {
        if (over) {
            return runnable.get(0);
        }
        List<Integer> enabled = runnable.stream().map(numbers::get).toList();
        if (depth == steps.size() && !add(now, enabled)) {
            cutOff = true;
            return null;
        }
        Step step = steps.get(depth++);
        if (!step.enabled().equals(enabled) || step.now() != now) {
            throw new IllegalStateException("the same beginning leads to another step: at " + now + " ns " + enabled
                    + " can run, earlier at " + step.now() + " ns " + step.enabled());
        }
        SimulatedThread chosen = runnable.get(enabled.indexOf(step.thread()));
        step.choice().footprint = Footprint.begin();
        if (chosen.process != null) {
            Footprint.reads(chosen.process, PAUSED);
        }
        return chosen;
    }

    private boolean add(long now, List<Integer> enabled) {
        Step previous = depth == 0 ? null : steps.get(depth - 1);
        Step step = new Step(now, enabled, new TreeSet<>(), stillAsleep(previous, now, enabled), new Choice());
        int chosen = previous != null
                        && enabled.contains(previous.thread())
                        && !step.asleep().containsKey(previous.thread())
                ? previous.thread()
                : enabled.stream()
                        .filter(thread -> !step.asleep().containsKey(thread))
                        .findFirst()
                        .orElse(-1);
        if (chosen >= 0) {
            step.first().add(chosen);
            step.choice().thread = chosen;
            steps.add(step);
        }
        return chosen >= 0;
    }

    /** A thread wakes up when a step touches what its next step touches, and when time passes. */
    private static Map<Integer, Footprint> stillAsleep(@Nullable Step previous, long now, List<Integer> enabled) {
        Map<Integer, Footprint> asleep = new HashMap<>();
        if (previous != null && previous.now() == now) {
            previous.asleep().forEach((thread, footprint) -> {
                if (thread != previous.thread()
                        && enabled.contains(thread)
                        && !footprint.conflictsWith(previous.footprint())) {
                    asleep.put(thread, footprint);
                }
            });
        }
        return asleep;
    }
}
