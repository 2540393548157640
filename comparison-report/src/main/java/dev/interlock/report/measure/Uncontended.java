// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Figure.Reference;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import dev.interlock.report.measure.Duel.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Acquire and release without contention, next to the floor (the same requests by the raw client, without the library) and to
 * other lock libraries on the same server.
 */
public final class Uncontended implements Exercise {

    /** The library should reach this share of the floor's throughput. */
    public static final double GOAL = 0.9;

    private static final int[] THREADS = {1, 16};

    private final Subject library;
    private final @Nullable Subject floor;
    private final List<Subject> peers;
    private final String rivalWords;
    private final Budget budget;

    private Uncontended(
            Subject library, @Nullable Subject floor, List<Subject> peers, String rivalWords, Budget budget) {
        this.library = library;
        this.floor = floor;
        this.peers = peers;
        this.rivalWords = rivalWords;
        this.budget = budget;
    }

    /**
     * Next to nothing.
     *
     * @param library the client under test
     * @param budget how much
     * @return the exercise
     */
    public static Uncontended alone(LibrarySubject library, Budget budget) {
        return new Uncontended(library, null, List.of(), "", budget);
    }

    /**
     * Next to a floor, and to other libraries.
     *
     * @param library the client under test
     * @param floor the raw client
     * @param peers other libraries
     * @param rivalWords what the others do, in sentences
     * @param budget how much
     * @return the exercise
     */
    public static Uncontended against(
            LibrarySubject library, Subject floor, List<Subject> peers, String rivalWords, Budget budget) {
        return new Uncontended(library, floor, peers, rivalWords, budget);
    }

    @Override
    public String title() {
        return "Acquire and release, uncontended";
    }

    @Override
    public Measurement run(Consumer<String> doing) throws InterruptedException {
        List<Subject> subjects = new ArrayList<>(List.of(library));
        if (floor != null) {
            subjects.add(floor);
        }
        subjects.addAll(peers);
        warmUp(subjects, doing);
        List<Figure> figures = new ArrayList<>();
        for (int threads : THREADS) {
            try (Duel duel = new Duel(subjects, threads)) {
                Round unused = duel.round(budget.round());
                List<Round> rounds = new ArrayList<>();
                for (int round = 1; round <= budget.rounds(); round++) {
                    doing.accept(words(threads) + ", round " + round + " of " + budget.rounds());
                    rounds.add(duel.round(budget.round()));
                }
                read(threads, subjects, rounds, figures);
            }
        }
        return Measurement.of(title(), method(), figures);
    }

    /** With many threads: a store that is slow for one lets a compiler see little of what it is to compile. */
    private void warmUp(List<Subject> subjects, Consumer<String> doing) throws InterruptedException {
        doing.accept("warm-up");
        try (Duel duel = new Duel(subjects, THREADS[THREADS.length - 1])) {
            Round unused = duel.round(budget.warmUp());
        }
    }

    private void read(int threads, List<Subject> subjects, List<Round> rounds, List<Figure> figures) {
        String throughput = "throughput, " + words(threads);
        Figure alone = Figure.of(
                throughput, "pairs/s", spread(rounds, round -> round.library().perSecond()));
        if (subjects.size() == 1) {
            figures.add(alone);
        }
        for (int rival = 1; rival < subjects.size(); rival++) {
            int number = rival;
            Spread ratio = spread(rounds, round -> round.ratio(number));
            boolean raw = subjects.get(rival) == floor;
            figures.add(alone.nextTo(new Reference(
                            subjects.get(rival).name(),
                            spread(rounds, round -> round.rival(number).perSecond()),
                            ratio))
                    .withTarget(raw ? Target.goalAtLeast(ratio.median(), GOAL) : Target.goalAbove(ratio.median(), 1)));
        }
        figures.add(latency("p50, " + words(threads), rounds, Burst::p50Micros));
        figures.add(latency("p99, " + words(threads), rounds, Burst::p99Micros));
    }

    private Figure latency(String what, List<Round> rounds, ToDoubleFunction<Burst> figure) {
        Figure ours = Figure.of(what, "µs", spread(rounds, round -> figure.applyAsDouble(round.library())));
        return floor == null
                ? ours
                : ours.nextTo(new Reference(
                        floor.name(), spread(rounds, round -> figure.applyAsDouble(round.rival(1))), null));
    }

    private static Spread spread(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return Spread.of(rounds.stream().map(figure::applyAsDouble).toList());
    }

    private static String words(int threads) {
        return threads == 1 ? "1 thread" : threads + " threads";
    }

    private String method() {
        String rounds = budget.rounds() + " rounds of " + budget.round().toMillis() + " ms after "
                + budget.warmUp().toMillis()
                + " ms of warm-up by " + THREADS[THREADS.length - 1]
                + " threads; each thread has a lock of its own; median of the rounds,"
                + " smallest to greatest below it.";
        return floor == null
                ? rounds
                : rounds + " " + rivalWords + " In each round all take turns of " + Duel.TURN.toMillis() + " ms.";
    }
}
