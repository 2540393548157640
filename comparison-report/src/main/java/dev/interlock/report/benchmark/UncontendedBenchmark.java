// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.report.benchmark.PairedRunner.Round;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Figure.Reference;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Acquire and release without contention, compared with the baseline (the same requests by the raw client, without the
 * library) and with other lock libraries on the same server.
 */
public final class UncontendedBenchmark implements Benchmark {

    /** Interlock should reach this share of the baseline's throughput. */
    public static final double GOAL = 0.9;

    private static final int[] THREADS = {1, 16};

    private final Supplier<InterlockContender> interlock;
    private final @Nullable Contender baseline;
    private final List<Contender> others;
    private final String comparison;
    private final Budget budget;

    private UncontendedBenchmark(
            Supplier<InterlockContender> interlock,
            @Nullable Contender baseline,
            List<Contender> others,
            String comparison,
            Budget budget) {
        this.interlock = interlock;
        this.baseline = baseline;
        this.others = others;
        this.comparison = comparison;
        this.budget = budget;
    }

    /**
     * A benchmark without a comparison.
     *
     * @param interlock opens the client under test, which is closed afterwards
     * @param budget how much
     * @return the benchmark
     */
    public static UncontendedBenchmark alone(Supplier<InterlockContender> interlock, Budget budget) {
        return new UncontendedBenchmark(interlock, null, List.of(), "", budget);
    }

    /**
     * A benchmark against a baseline and other libraries.
     *
     * @param interlock opens the client under test, which is closed afterwards
     * @param baseline the raw client
     * @param others other libraries
     * @param comparison the requests of baseline and others, in sentences
     * @param budget how much
     * @return the benchmark
     */
    public static UncontendedBenchmark against(
            Supplier<InterlockContender> interlock,
            Contender baseline,
            List<Contender> others,
            String comparison,
            Budget budget) {
        return new UncontendedBenchmark(interlock, baseline, others, comparison, budget);
    }

    @Override
    public String title() {
        return "Acquire and release, uncontended";
    }

    @Override
    public Measurement run(Consumer<String> doing) throws InterruptedException {
        // Closed before the next benchmark: an idle client still sends heartbeats for a while, which benchmarks that
        // count a server's commands would count.
        try (InterlockContender underTest = interlock.get()) {
            List<Contender> contenders = new ArrayList<>(List.of(underTest));
            if (baseline != null) {
                contenders.add(baseline);
            }
            contenders.addAll(others);
            return Measurement.of(title(), method(), figures(contenders, doing));
        }
    }

    private List<Figure> figures(List<Contender> contenders, Consumer<String> doing) throws InterruptedException {
        warmUp(contenders, doing);
        List<Figure> figures = new ArrayList<>();
        for (int threads : THREADS) {
            try (PairedRunner runner = new PairedRunner(contenders, threads)) {
                runner.round(budget.round());
                List<Round> rounds = new ArrayList<>();
                for (int round = 1; round <= budget.rounds(); round++) {
                    doing.accept(words(threads) + ", round " + round + " of " + budget.rounds());
                    rounds.add(runner.round(budget.round()));
                }
                read(threads, contenders, rounds, figures);
            }
        }
        return figures;
    }

    /** With many threads: on a slow store, a single thread runs too little code for the compiler to optimise. */
    private void warmUp(List<Contender> contenders, Consumer<String> doing) throws InterruptedException {
        doing.accept("warm-up");
        try (PairedRunner runner = new PairedRunner(contenders, THREADS[THREADS.length - 1])) {
            runner.round(budget.warmUp());
        }
    }

    private void read(int threads, List<Contender> contenders, List<Round> rounds, List<Figure> figures) {
        String throughput = "throughput, " + words(threads);
        Figure alone = Figure.of(
                throughput,
                "pairs/s",
                Round.spread(rounds, round -> round.interlock().perSecond()));
        if (contenders.size() == 1) {
            figures.add(alone);
        }
        for (int other = 1; other < contenders.size(); other++) {
            int number = other;
            Spread ratio = Round.spread(rounds, round -> round.ratio(number));
            boolean isBaseline = contenders.get(other) == baseline;
            figures.add(alone.nextTo(new Reference(
                            contenders.get(other).name(),
                            Round.spread(rounds, round -> round.other(number).perSecond()),
                            ratio))
                    .withTarget(
                            isBaseline
                                    ? Target.goalAtLeast(ratio.median(), GOAL)
                                    : Target.goalAbove(ratio.median(), 1)));
        }
        figures.add(latency("p50, " + words(threads), rounds, TimedRun::p50Micros));
        figures.add(latency("p99, " + words(threads), rounds, TimedRun::p99Micros));
    }

    private Figure latency(String what, List<Round> rounds, ToDoubleFunction<TimedRun> figure) {
        Figure ours = Figure.of(what, "µs", Round.spread(rounds, round -> figure.applyAsDouble(round.interlock())));
        return baseline == null
                ? ours
                : ours.nextTo(new Reference(
                        baseline.name(), Round.spread(rounds, round -> figure.applyAsDouble(round.other(1))), null));
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
        return baseline == null
                ? rounds
                : rounds + " " + comparison + " In each round all take turns of " + PairedRunner.TURN.toMillis()
                        + " ms.";
    }
}
