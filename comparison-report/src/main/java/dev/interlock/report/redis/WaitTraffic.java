// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Reading;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import dev.interlock.report.measure.Budget;
import dev.interlock.report.measure.Exercise;
import dev.interlock.tck.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a waiting client asks of the server, and what a release that wakes it costs.
 *
 * @param server the server
 * @param clients opens a client
 * @param budget how long to watch, and how many releases
 */
record WaitTraffic(RedisServer server, Supplier<LockClient> clients, Budget budget) implements Exercise {

    private static final String NAME = "waited-for";
    private static final AcquireOptions PATIENTLY = AcquireOptions.waitAtMost(Duration.ofMinutes(1));

    /** Long enough for a new waiter to subscribe and ask again. */
    private static final Duration SETTLING = Duration.ofMillis(150);

    private static final long LIMIT_SECONDS = 30;

    /** A look now and then in case a signal was lost. */
    private static final double GOAL_PER_SECOND = 2;

    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public String title() {
        return "Traffic of a waiting client";
    }

    @Override
    public Measurement run(Consumer<String> doing) throws Exception {
        try (LockClient holder = clients.get();
                LockClient waiter = clients.get()) {
            LockHandle held = holder.lock(NAME).tryAcquire().orElseThrow();
            CompletableFuture<LockHandle> waiting = waiter.lock(NAME).acquireAsync(PATIENTLY);
            pass(SETTLING);
            doing.accept("watching a waiter");
            Map<String, Long> before = server.commandCalls();
            pass(budget.watch());
            Traffic idle = Traffic.since(before, server);
            held.close();
            waiting.get(LIMIT_SECONDS, TimeUnit.SECONDS).close();
            doing.accept("releasing " + budget.wakeUps() + " times");
            List<Traffic> wakeUps = new ArrayList<>();
            List<Double> millis = new ArrayList<>();
            for (int i = 0; i < budget.wakeUps(); i++) {
                wakeUp(holder, waiter, wakeUps, millis);
            }
            return measurement(idle, wakeUps, Spread.of(millis));
        }
    }

    private void wakeUp(LockClient holder, LockClient waiter, List<Traffic> commands, List<Double> millis)
            throws Exception {
        LockHandle held = holder.lock(NAME).tryAcquire().orElseThrow();
        CompletableFuture<Long> granted = new CompletableFuture<>();
        CompletableFuture<LockHandle> waiting = waiter.lock(NAME).acquireAsync(PATIENTLY);
        CompletableFuture<Void> noted = waiting.thenAccept(handle -> granted.complete(System.nanoTime()));
        pass(SETTLING);
        Map<String, Long> before = server.commandCalls();
        long released = System.nanoTime();
        held.close();
        long done = granted.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        noted.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        millis.add((done - released) / NANOS_PER_MILLI);
        commands.add(Traffic.since(before, server));
        waiting.join().close();
    }

    private Measurement measurement(Traffic idle, List<Traffic> wakeUps, Spread millis) {
        Traffic all = Traffic.sum(wakeUps);
        Spread commands = Spread.of(
                wakeUps.stream().map(one -> (double) one.fromClients()).toList());
        double perSecond = idle.fromClients() * 1e3 / budget.watch().toMillis();
        String words = idle.words(false, 1);
        return Measurement.of(
                title(),
                String.format(
                        Locale.ROOT,
                        "One client holds a lock, another waits for it. Watched for %.1f s; then %d releases, one waiter each:"
                                + " commands from the release, itself included, to the grant. Median, smallest to"
                                + " greatest. Without the pool's pings of idle connections.",
                        budget.watch().toMillis() / 1e3,
                        budget.wakeUps()),
                List.of(
                        Reading.of(
                                        "commands while waiting" + (words.isEmpty() ? "" : " (in all: " + words + ")"),
                                        "per second",
                                        Spread.once(perSecond))
                                .withTarget(Target.goalAtMost(perSecond, GOAL_PER_SECOND)),
                        Reading.of("commands for a wake-up (" + all.words(false, budget.wakeUps()) + ")", "", commands),
                        Reading.of("from the release to the grant", "ms", millis)));
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
