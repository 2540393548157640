// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Reading;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import dev.interlock.report.measure.Budget;
import dev.interlock.report.measure.Exercise;
import dev.interlock.tck.server.RedisServer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the server sees of one acquisition and its release.
 *
 * @param server the server
 * @param clients opens a client
 * @param budget how many
 */
record RoundTrips(RedisServer server, Supplier<LockClient> clients, Budget budget) implements Exercise {

    private static final int FIRST = 10;

    /** One script to acquire, one to release. */
    private static final int GOAL = 2;

    @Override
    public String title() {
        return "Round trips of one acquire and release";
    }

    @Override
    public Measurement run(Consumer<String> doing) {
        int pairs = budget.trips();
        doing.accept(pairs + " pairs");
        Traffic traffic;
        try (LockClient client = clients.get()) {
            DistributedLock lock = client.lock("round-trips");
            pairs(lock, FIRST);
            Map<String, Long> before = server.commandCalls();
            pairs(lock, pairs);
            traffic = Traffic.since(before, server);
        }
        double sent = (double) traffic.fromClients() / pairs;
        double inside = (double) traffic.insideScripts() / pairs;
        return Measurement.of(
                title(),
                String.format(
                        Locale.ROOT,
                        "Difference of INFO commandstats over %,d uncontended pairs of one thread, once the connection is up.",
                        pairs),
                List.of(
                        Reading.of("commands sent (" + traffic.words(false, pairs) + ")", "per pair", Spread.once(sent))
                                .withTarget(Target.goalAtMost(sent, GOAL)),
                        Reading.of(
                                "commands inside the scripts (" + traffic.words(true, pairs) + ")",
                                "per pair",
                                Spread.once(inside))));
    }

    private static void pairs(DistributedLock lock, int count) {
        for (int i = 0; i < count; i++) {
            lock.tryAcquire().orElseThrow().close();
        }
    }
}
