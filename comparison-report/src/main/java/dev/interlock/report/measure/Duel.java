// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** The library and its rivals, in short turns: what else the machine does in that second hits all alike. Used by one thread. */
final class Duel implements AutoCloseable {

    /** The length of a turn. */
    static final Duration TURN = Duration.ofMillis(50);

    private final List<List<Subject.Cycle>> subjects;
    private final ExecutorService pool;

    /** The library first. */
    Duel(List<Subject> subjects, int threads) {
        this.subjects =
                subjects.stream().map(subject -> cycles(subject, threads)).toList();
        this.pool = Executors.newFixedThreadPool(threads);
    }

    private static List<Subject.Cycle> cycles(Subject subject, int threads) {
        return IntStream.range(0, threads).mapToObj(subject::forThread).toList();
    }

    /** Runs each for that long, in turns; who went first goes last the next time. */
    Round round(Duration length) throws InterruptedException {
        List<Burst> bursts = new ArrayList<>();
        subjects.forEach(subject -> bursts.add(Burst.none()));
        int turns = Math.toIntExact(Math.max(1, length.toMillis() / TURN.toMillis()));
        Duration turn = length.dividedBy(turns);
        for (int i = 0; i < turns; i++) {
            for (int place = 0; place < subjects.size(); place++) {
                int subject = (i + place) % subjects.size();
                bursts.set(subject, bursts.get(subject).then(Burst.of(subjects.get(subject), turn, pool)));
            }
        }
        return new Round(bursts);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }

    /**
     * What one round gave.
     *
     * @param bursts what each subject did, the library first
     */
    record Round(List<Burst> bursts) {

        Burst library() {
            return bursts.get(0);
        }

        /** What a rival did, from 1. */
        Burst rival(int number) {
            return bursts.get(number);
        }

        /** The share of the rival's throughput that the library reaches. */
        double ratio(int number) {
            return library().perSecond() / rival(number).perSecond();
        }
    }
}
