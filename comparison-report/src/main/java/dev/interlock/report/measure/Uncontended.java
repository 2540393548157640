// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import dev.interlock.LockClient;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Reading;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import dev.interlock.report.measure.Duel.Round;
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
            try (Duel duel = new Duel(library, floor, threads)) {
                doing.accept("warm-up, " + words(threads));
                Round unused = duel.round(budget.warmUp());
                List<Round> rounds = new ArrayList<>();
                for (int round = 1; round <= budget.rounds(); round++) {
                    doing.accept(words(threads) + ", round " + round + " of " + budget.rounds());
                    rounds.add(duel.round(budget.round()));
                }
                readings.add(throughput(threads, rounds));
                readings.add(reading("p50, " + words(threads), "µs", Burst::p50Micros, rounds));
                readings.add(reading("p99, " + words(threads), "µs", Burst::p99Micros, rounds));
            }
        }
        return Measurement.of(title(), method(), readings);
    }

    private Reading throughput(int threads, List<Round> rounds) {
        Reading reading = reading("throughput, " + words(threads), "pairs/s", Burst::perSecond, rounds);
        if (floor == null) {
            return reading;
        }
        Spread ratio = Spread.of(rounds.stream().map(Round::ratio).toList());
        Target target = Target.goalAtLeast(ratio.median(), GOAL);
        return new Reading(reading.what(), reading.unit(), reading.value(), reading.floor(), ratio, target);
    }

    private Reading reading(String what, String unit, ToDoubleFunction<Burst> figure, List<Round> rounds) {
        Spread ours = Spread.of(rounds.stream()
                .map(round -> figure.applyAsDouble(round.library()))
                .toList());
        Spread raw = floor == null
                ? null
                : Spread.of(rounds.stream()
                        .map(round -> figure.applyAsDouble(round.floor()))
                        .toList());
        return new Reading(what, unit, ours, raw, null, null);
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
                : rounds + " " + floorWords + " In each round the two take turns of " + Duel.TURN.toMillis() + " ms.";
    }
}
