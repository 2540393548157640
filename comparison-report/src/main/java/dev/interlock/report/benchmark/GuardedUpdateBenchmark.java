// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Figure.Reference;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The cost of an update behind a guard, next to the same update without a guard. */
public final class GuardedUpdateBenchmark implements Benchmark {

    private static final String PLAIN = "the same without a guard";

    /** Few, so that no request that depends on time is sent meanwhile. */
    private static final int COUNTED = 20;

    private final String update;
    private final Contender.Operation guarded;
    private final Contender.Operation plain;
    private final @Nullable RequestCounter counter;
    private final int rounds;
    private final Duration warmUp;
    private final Duration round;

    /**
     * A comparison on one thread.
     *
     * @param update the update, in words
     * @param guarded the update behind the guard
     * @param plain the same update without a guard
     * @param counter the server's counter, null if there is none
     * @param budget how much to measure
     */
    public GuardedUpdateBenchmark(
            String update,
            Contender.Operation guarded,
            Contender.Operation plain,
            @Nullable RequestCounter counter,
            Budget budget) {
        this.update = update;
        this.guarded = guarded;
        this.plain = plain;
        this.counter = counter;
        // There is one thread and one kind of step, so a part of the budget for acquire and release is enough.
        this.rounds = budget.rounds();
        this.warmUp = budget.warmUp().dividedBy(3);
        this.round = budget.round().dividedBy(2);
    }

    @Override
    public String title() {
        return "Guarded update";
    }

    @Override
    public Measurement run(Consumer<String> doing) throws Exception {
        List<Figure> figures = new ArrayList<>();
        List<Contender> contenders = List.of(contender("guarded", guarded), contender(PLAIN, plain));
        try (PairedRunner runner = new PairedRunner(contenders, 1)) {
            doing.accept("warm-up");
            runner.round(warmUp);
            List<PairedRunner.Round> measured = new ArrayList<>();
            while (measured.size() < rounds) {
                doing.accept("round " + (measured.size() + 1) + " of " + rounds);
                measured.add(runner.round(round));
            }
            figures.add(speed(measured));
        }
        if (counter != null) {
            figures.add(sent(counter));
        }
        return Measurement.of(title(), method(), figures);
    }

    private static Contender contender(String name, Contender.Operation operation) {
        return new Contender() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Operation forThread(int thread) {
                return operation;
            }
        };
    }

    private static Figure speed(List<PairedRunner.Round> rounds) {
        return Figure.of(
                        "throughput, 1 thread",
                        "updates/s",
                        PairedRunner.Round.spread(
                                rounds, round -> round.interlock().perSecond()))
                .nextTo(new Reference(
                        PLAIN,
                        PairedRunner.Round.spread(
                                rounds, round -> round.other(1).perSecond()),
                        PairedRunner.Round.spread(rounds, round -> round.ratio(1))));
    }

    private Figure sent(RequestCounter counted) throws Exception {
        RequestCounts behind = traffic(counted, guarded);
        RequestCounts without = traffic(counted, plain);
        return Figure.of("sent for each", counted.unit(), each(behind))
                .madeOf("guarded: " + behind.words(COUNTED) + "; without: " + without.words(COUNTED))
                .nextTo(new Reference(PLAIN, each(without), null));
    }

    private static RequestCounts traffic(RequestCounter counted, Contender.Operation operation) throws Exception {
        Map<String, Long> before = counted.now().get();
        for (int i = 0; i < COUNTED; i++) {
            operation.run();
        }
        return counted.since(before);
    }

    private static Spread each(RequestCounts traffic) {
        return Spread.once((double) traffic.total() / COUNTED);
    }

    private String method() {
        return "One update " + update + ". " + rounds + " rounds of " + round.toMillis() + " ms after "
                + warmUp.toMillis()
                + " ms of warm-up, in which both take turns of " + PairedRunner.TURN.toMillis()
                + " ms; median of the rounds, smallest to greatest below it."
                + (counter == null
                        ? ""
                        : " What is sent: difference of " + counter.source() + " over " + COUNTED + " of each.");
    }
}
