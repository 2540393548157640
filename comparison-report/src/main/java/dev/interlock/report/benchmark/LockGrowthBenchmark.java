// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The time of an acquire and a release, by the number of locks that a client holds and of names that it has used. */
public final class LockGrowthBenchmark implements Benchmark {

    /** For stores on which a client may hold any number of locks. */
    public static final int NO_BOUND = Integer.MAX_VALUE;

    private static final List<Integer> SIZES = List.of(1, 10, 40, 250, 500, 1_000);
    private static final String HELD = "held locks";
    private static final String USED = "names used before";
    private static final int PAIRS = 200;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Supplier<LockClient> clients;
    private final int mostHeld;
    private final int rounds;

    /**
     * Growing numbers of locks.
     *
     * @param clients opens a client
     * @param mostHeld how many locks a client may hold at a time, besides the one that is measured
     * @param budget how often
     */
    public LockGrowthBenchmark(Supplier<LockClient> clients, int mostHeld, Budget budget) {
        this.clients = clients;
        this.mostHeld = mostHeld;
        this.rounds = budget.rounds();
    }

    @Override
    public String title() {
        return "Growth with the locks of a client";
    }

    @Override
    public Measurement run(Consumer<String> doing) throws Exception {
        List<Figure> figures = new ArrayList<>();
        try (LockClient client = clients.get()) {
            // The first pairs open connections and compile code.
            pairs(client, "warm");
            List<LockHandle> held = new ArrayList<>();
            for (int size : SIZES.stream().filter(each -> each <= mostHeld).toList()) {
                doing.accept(size + " " + HELD);
                while (held.size() < size) {
                    held.add(client.lock("held-" + held.size()).tryAcquire().orElseThrow());
                }
                figures.add(figure(client, size, HELD));
            }
            held.forEach(LockHandle::close);
        }
        try (LockClient client = clients.get()) {
            pairs(client, "warm");
            int used = 0;
            for (int size : SIZES) {
                doing.accept(size + " " + USED);
                for (; used < size; used++) {
                    client.lock("used-" + used).tryAcquire().orElseThrow().close();
                }
                figures.add(figure(client, size, USED));
            }
        }
        return Measurement.of(
                title(),
                "One thread of one client acquires and releases a lock of its own, while the client holds others, and after it"
                        + " has used other names. " + PAIRS + " pairs, " + rounds
                        + " times; median, smallest to greatest.",
                figures);
    }

    private Figure figure(LockClient client, int size, String of) {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            times.add(pairs(client, "measured"));
        }
        return Figure.of(size + " " + of, "ms a pair", Spread.of(times)).at(size, of);
    }

    /** Milliseconds for each pair. */
    private static double pairs(LockClient client, String name) {
        long begun = System.nanoTime();
        for (int i = 0; i < PAIRS; i++) {
            client.lock(name).tryAcquire().orElseThrow().close();
        }
        return (System.nanoTime() - begun) / NANOS_PER_MILLI / PAIRS;
    }
}
