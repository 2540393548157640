// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.report.data.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Runs Interlock and the contenders that it is compared with in short alternating turns, so that other load of the
 * machine slows all of them alike. Used by one thread.
 */
final class PairedRunner implements AutoCloseable {

    /** The length of a turn. */
    static final Duration TURN = Duration.ofMillis(50);

    private final List<List<Contender.Operation>> contenders;
    private final ExecutorService pool;

    /** Interlock first. */
    PairedRunner(List<Contender> contenders, int threads) {
        this.contenders = contenders.stream()
                .map(contender -> operations(contender, threads))
                .toList();
        this.pool = Executors.newFixedThreadPool(threads);
    }

    private static List<Contender.Operation> operations(Contender contender, int threads) {
        return IntStream.range(0, threads).mapToObj(contender::forThread).toList();
    }

    /** Runs each contender for that long, in turns; the order is reversed each time. */
    Round round(Duration length) throws InterruptedException {
        List<TimedRun> runs = new ArrayList<>();
        contenders.forEach(contender -> runs.add(TimedRun.none()));
        int turns = Math.toIntExact(Math.max(1, length.toMillis() / TURN.toMillis()));
        Duration turn = length.dividedBy(turns);
        for (int i = 0; i < turns; i++) {
            for (int place = 0; place < contenders.size(); place++) {
                int contender = (i + place) % contenders.size();
                runs.set(contender, runs.get(contender).then(TimedRun.of(contenders.get(contender), turn, pool)));
            }
        }
        return new Round(runs);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }

    /**
     * The results of one round.
     *
     * @param runs the results of each contender, Interlock first
     */
    record Round(List<TimedRun> runs) {

        /** A figure of some rounds. */
        static Spread spread(List<Round> rounds, ToDoubleFunction<Round> figure) {
            return Spread.of(rounds.stream().map(figure::applyAsDouble).toList());
        }

        TimedRun interlock() {
            return runs.get(0);
        }

        /** The result of another contender, counted from 1. */
        TimedRun other(int number) {
            return runs.get(number);
        }

        /** The throughput of Interlock as a share of another contender's. */
        double ratio(int number) {
            return interlock().perSecond() / other(number).perSecond();
        }
    }
}
