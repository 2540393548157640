// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds in a run which steps raced, and so which threads another run must let go first: source sets (Abdulla, Aronis,
 * Jonsson, Sagonas, "Optimal dynamic partial order reduction", POPL 2014). Steps race only at the same moment, because
 * time passes only when no thread can run.
 */
final class Races {

    private final List<Exploration.Step> run;

    /** For each step of a moment, and each thread, the number after that thread's last step that came before it. */
    private final List<int[]> clocks = new ArrayList<>();

    private final Map<Long, List<Integer>> reads = new HashMap<>();
    private final Map<Long, Integer> writes = new HashMap<>();
    private final int threads;
    private final int from;
    private int begin;
    private int[] last = {};
    private int[] enabledBy = {};

    /**
     * The races of a run.
     *
     * @param threads how many threads it has
     * @param from the first step that no earlier run had
     */
    Races(List<Exploration.Step> run, int threads, int from) {
        this.run = run;
        this.threads = threads;
        this.from = from;
    }

    /** Adds to each step the threads that must go first in another run. */
    void find() {
        int next = from;
        while (next > 0 && isSameMoment(next - 1, next)) {
            next--;
        }
        while (next < run.size()) {
            next = findIn(next);
        }
    }

    private boolean isSameMoment(int step, int other) {
        return other < run.size() && run.get(step).now() == run.get(other).now();
    }

    private int findIn(int moment) {
        begin = moment;
        last = new int[threads];
        enabledBy = new int[threads];
        clocks.clear();
        reads.clear();
        writes.clear();
        int step = moment;
        do {
            arrive(step);
            step++;
        } while (isSameMoment(moment, step));
        return step;
    }

    private void arrive(int number) {
        Exploration.Step step = run.get(number);
        int thread = step.thread();
        if (number > begin) {
            for (int enabled : step.enabled()) {
                if (!run.get(number - 1).enabled().contains(enabled)) {
                    enabledBy[enabled] = number;
                }
            }
        }
        if (number >= from) {
            letDisabledGoFirst(number);
        }
        int[] clock = new int[threads];
        join(clock, last[thread]);
        if (enabledBy[thread] > last[thread]) {
            join(clock, enabledBy[thread]);
        }
        Set<Integer> conflicts = conflicts(step, clock);
        Set<Integer> immediate = new TreeSet<>(conflicts);
        immediate.removeIf(
                earlier -> conflicts.stream().anyMatch(later -> !later.equals(earlier) && isBefore(earlier, later)));
        conflicts.forEach(earlier -> join(clock, earlier + 1));
        clock[thread] = number + 1;
        clocks.add(clock);
        if (number >= from) {
            immediate.forEach(earlier -> reverse(earlier, number));
        }
        step.footprint().places().forEach((place, written) -> {
            if (written) {
                writes.put(place, number);
                reads.remove(place);
            } else {
                reads.computeIfAbsent(place, none -> new ArrayList<>()).add(number);
            }
        });
        last[thread] = number + 1;
    }

    /** A thread that could run before a step and cannot after it may go first. */
    private void letDisabledGoFirst(int number) {
        Exploration.Step step = run.get(number);
        boolean isLast = number + 1 == run.size();
        for (int thread : step.enabled()) {
            boolean goesOn = isSameMoment(number, number + 1)
                    && run.get(number + 1).enabled().contains(thread);
            if (thread != step.thread() && !isLast && !goesOn) {
                step.first().add(thread);
            }
        }
    }

    /** Earlier steps of other threads that touch the same, unless they come before this one anyway. */
    private Set<Integer> conflicts(Exploration.Step step, int[] clock) {
        Set<Integer> conflicts = new TreeSet<>();
        step.footprint().places().forEach((place, written) -> {
            Integer write = writes.get(place);
            if (write != null) {
                conflicts.add(write);
            }
            if (written) {
                conflicts.addAll(reads.getOrDefault(place, List.of()));
            }
        });
        conflicts.removeIf(earlier -> clock[run.get(earlier).thread()] > earlier);
        return conflicts;
    }

    private void join(int[] clock, int after) {
        if (after > begin) {
            int[] other = clocks.get(after - 1 - begin);
            for (int i = 0; i < threads; i++) {
                clock[i] = Math.max(clock[i], other[i]);
            }
        }
    }

    private boolean isBefore(int earlier, int later) {
        return clocks.get(later - begin)[run.get(earlier).thread()] > earlier;
    }

    /** Another run must begin, before the earlier step, with a thread by which the later one can come first. */
    private void reverse(int earlier, int later) {
        List<Integer> without = new ArrayList<>();
        for (int i = earlier + 1; i < later; i++) {
            if (!isBefore(earlier, i)) {
                without.add(i);
            }
        }
        without.add(later);
        Set<Integer> seen = new TreeSet<>();
        Set<Integer> initials = new TreeSet<>();
        for (int i = 0; i < without.size(); i++) {
            int number = without.get(i);
            if (seen.add(run.get(number).thread())
                    && without.subList(0, i).stream().noneMatch(other -> isBefore(other, number))) {
                initials.add(run.get(number).thread());
            }
        }
        Exploration.Step step = run.get(earlier);
        if (initials.stream().noneMatch(step.first()::contains)) {
            int thread = run.get(later).thread();
            int chosen =
                    initials.contains(thread) ? thread : initials.iterator().next();
            if (step.enabled().contains(chosen)) {
                step.first().add(chosen);
            } else {
                step.first().addAll(step.enabled());
            }
        }
    }
}
