// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import dev.interlock.LockClient;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Reading;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Acquire and release without contention, next to the floor: the same requests by the raw client, without the library. */
public final class Uncontended implements Exercise {

    /** The library should reach this share of the floor's throughput. */
    public static final double GOAL = 0.9;

    private static final int[] THREADS = {1, 16};

    private final Subject library;
    private final @Nullable Subject floor;
    private final String floorWords;
    private final Budget budget;

    private Uncontended(Subject library, @Nullable Subject floor, String floorWords, Budget budget) {
        this.library = library;
        this.floor = floor;
        this.floorWords = floorWords;
        this.budget = budget;
    }

    /**
     * Next to nothing.
     *
     * @param client the client under test
     * @param budget how much
     * @return the exercise
     */
    public static Uncontended alone(LockClient client, Budget budget) {
        return new Uncontended(new LibrarySubject(client), null, "", budget);
    }

    /**
     * Next to a floor.
     *
     * @param client the client under test
     * @param floor the raw client
     * @param floorWords what the floor does, in one sentence
     * @param budget how much
     * @return the exercise
     */
    public static Uncontended against(LockClient client, Subject floor, String floorWords, Budget budget) {
        return new Uncontended(new LibrarySubject(client), floor, floorWords, budget);
    }

    @Override
    public String title() {
        return "Acquire and release, uncontended";
    }

    @Override
    public Measurement run(Consumer<String> doing) throws InterruptedException {
        List<Reading> readings = new ArrayList<>();
        for (int threads : THREADS) {
            doing.accept("warm-up, " + words(threads));
            Burst.of(library, threads, budget.warmUp());
            if (floor != null) {
                Burst.of(floor, threads, budget.warmUp());
            }
            List<Burst> ours = new ArrayList<>();
            List<Burst> raw = new ArrayList<>();
            for (int round = 1; round <= budget.rounds(); round++) {
                doing.accept(words(threads) + ", round " + round + " of " + budget.rounds());
                round(threads, round, ours, raw);
            }
            readings.add(throughput(threads, ours, raw));
            readings.add(latency("p50, " + words(threads), Burst::p50Micros, ours, raw));
            readings.add(latency("p99, " + words(threads), Burst::p99Micros, ours, raw));
        }
        return Measurement.of(title(), method(), readings);
    }

    /** The two take turns in going first, so that neither always gets the better half of a noisy second. */
    private void round(int threads, int round, List<Burst> ours, List<Burst> raw) throws InterruptedException {
        boolean floorFirst = round % 2 == 0;
        if (floor != null && floorFirst) {
            raw.add(Burst.of(floor, threads, budget.round()));
        }
        ours.add(Burst.of(library, threads, budget.round()));
        if (floor != null && !floorFirst) {
            raw.add(Burst.of(floor, threads, budget.round()));
        }
    }

    private static Reading throughput(int threads, List<Burst> ours, List<Burst> raw) {
        String what = "throughput, " + words(threads);
        Spread value = spread(ours, Burst::perSecond);
        if (raw.isEmpty()) {
            return Reading.of(what, "pairs/s", value);
        }
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < ours.size(); round++) {
            ratios.add(ours.get(round).perSecond() / raw.get(round).perSecond());
        }
        Spread ratio = Spread.of(ratios);
        return new Reading(
                what, "pairs/s", value, spread(raw, Burst::perSecond), ratio, Target.goalAtLeast(ratio.median(), GOAL));
    }

    private static Reading latency(String what, ToDoubleFunction<Burst> figure, List<Burst> ours, List<Burst> raw) {
        return new Reading(what, "µs", spread(ours, figure), raw.isEmpty() ? null : spread(raw, figure), null, null);
    }

    private static Spread spread(List<Burst> rounds, ToDoubleFunction<Burst> figure) {
        return Spread.of(rounds.stream().map(figure::applyAsDouble).toList());
    }

    private static String words(int threads) {
        return threads == 1 ? "1 thread" : threads + " threads";
    }

    private String method() {
        String rounds = budget.rounds() + " rounds of " + budget.round().toMillis() + " ms after "
                + budget.warmUp().toMillis()
                + " ms of warm-up; each thread has a lock of its own; median of the rounds,"
                + " smallest to greatest below it.";
        return floor == null
                ? rounds
                : rounds + " " + floorWords + " In each round the two run one after the other," + " in turns first.";
    }
}
