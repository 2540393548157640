// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The library and its floor, in short turns: what else the machine does in that second hits both alike. Used by one thread.
 */
final class Duel implements AutoCloseable {

    /** The length of a turn. */
    static final Duration TURN = Duration.ofMillis(50);

    private final List<Subject.Cycle> library;
    private final List<Subject.Cycle> floor;
    private final ExecutorService pool;

    Duel(Subject library, @Nullable Subject floor, int threads) {
        this.library = cycles(library, threads);
        this.floor = floor == null ? List.of() : cycles(floor, threads);
        this.pool = Executors.newFixedThreadPool(threads);
    }

    private static List<Subject.Cycle> cycles(Subject subject, int threads) {
        return IntStream.range(0, threads).mapToObj(subject::forThread).toList();
    }

    /** Runs each for that long, in turns; the one that went second goes first the next time. */
    Round round(Duration length) throws InterruptedException {
        List<Burst> ours = new ArrayList<>();
        List<Burst> raw = new ArrayList<>();
        long turns = Math.max(1, length.toMillis() / TURN.toMillis());
        Duration turn = length.dividedBy(turns);
        for (long i = 0; i < turns; i++) {
            boolean floorFirst = i % 2 == 1;
            if (floorFirst) {
                runFloor(turn, raw);
            }
            ours.add(Burst.of(library, turn, pool));
            if (!floorFirst) {
                runFloor(turn, raw);
            }
        }
        return new Round(sum(ours), sum(raw));
    }

    private void runFloor(Duration turn, List<Burst> raw) throws InterruptedException {
        if (!floor.isEmpty()) {
            raw.add(Burst.of(floor, turn, pool));
        }
    }

    private static Burst sum(List<Burst> turns) {
        return turns.stream().reduce(Burst.none(), Burst::then);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }

    /**
     * What one round gave.
     *
     * @param library what the library did
     * @param floor what the floor did, nothing if there is none
     */
    record Round(Burst library, Burst floor) {

        /** The share of the floor's throughput that the library reaches. */
        double ratio() {
            return library.perSecond() / floor.perSecond();
        }
    }
}
