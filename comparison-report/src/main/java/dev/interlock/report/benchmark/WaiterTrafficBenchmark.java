// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * How many requests a client sends while it waits, and how many a release that wakes it costs. Only for a server
 * without other users.
 */
public final class WaiterTrafficBenchmark implements Benchmark {

    private static final String NAME = "waited-for";
    private static final AcquireOptions PATIENTLY = AcquireOptions.waitAtMost(Duration.ofMinutes(1));

    /** Long enough for a new waiter to subscribe and to request the lock again. */
    private static final Duration SETTLING = Duration.ofMillis(150);

    /** Long enough for the pauses of a polling waiter to reach their maximum. */
    private static final Duration LONG_SETTLING = Duration.ofSeconds(1);

    private static final long LIMIT_SECONDS = 30;
    private static final double NANOS_PER_MILLI = 1e6;

    private final RequestCounter counter;
    private final IdleLimit idleLimit;
    private final Supplier<LockClient> clients;
    private final Budget budget;

    /**
     * The limit for the requests of a client that waits while nothing happens.
     *
     * @param perSecond requests per second
     * @param only the only kind that is allowed, empty if any is
     */
    public record IdleLimit(double perSecond, String only) {}

    /**
     * Watches waiters.
     *
     * @param counter the server's counter
     * @param idleLimit the limit for an idle waiter
     * @param clients opens a client
     * @param budget how long to watch, and the number of releases
     */
    public WaiterTrafficBenchmark(
            RequestCounter counter, IdleLimit idleLimit, Supplier<LockClient> clients, Budget budget) {
        this.counter = counter;
        this.idleLimit = idleLimit;
        this.clients = clients;
        this.budget = budget;
    }

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
            Pause.of(LONG_SETTLING);
            doing.accept("watching a waiter");
            Map<String, Long> before = counter.now().get();
            Pause.of(budget.watch());
            RequestCounts idle = counter.since(before);
            held.close();
            waiting.get(LIMIT_SECONDS, TimeUnit.SECONDS).close();
            doing.accept("releasing " + budget.wakeUps() + " times");
            List<RequestCounts> wakeUps = new ArrayList<>();
            List<Double> millis = new ArrayList<>();
            for (int i = 0; i < budget.wakeUps(); i++) {
                wakeUp(holder, waiter, wakeUps, millis);
            }
            return Measurement.of(title(), method(), figures(idle, wakeUps, Spread.of(millis)));
        }
    }

    private void wakeUp(LockClient holder, LockClient waiter, List<RequestCounts> traffic, List<Double> millis)
            throws Exception {
        LockHandle held = holder.lock(NAME).tryAcquire().orElseThrow();
        CompletableFuture<Long> granted = new CompletableFuture<>();
        CompletableFuture<LockHandle> waiting = waiter.lock(NAME).acquireAsync(PATIENTLY);
        CompletableFuture<Void> noted = waiting.thenAccept(handle -> granted.complete(System.nanoTime()));
        Pause.of(SETTLING);
        Map<String, Long> before = counter.now().get();
        long released = System.nanoTime();
        held.close();
        long done = granted.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        noted.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        millis.add((done - released) / NANOS_PER_MILLI);
        traffic.add(counter.since(before));
        waiting.join().close();
    }

    private String method() {
        return String.format(
                Locale.ROOT,
                "One client holds a lock, another waits for it. Watched for %.1f s, once the waiter has settled; then"
                        + " %d releases, one waiter each: what is sent from the release, itself included, to the grant."
                        + " Median, smallest to greatest. Counted by %s.",
                budget.watch().toMillis() / 1e3,
                budget.wakeUps(),
                counter.source());
    }

    private List<Figure> figures(RequestCounts idle, List<RequestCounts> wakeUps, Spread millis) {
        double perSecond = idle.total() * 1e3 / budget.watch().toMillis();
        List<Figure> figures = new ArrayList<>();
        String words = idle.words(1);
        figures.add(Figure.of(counter.unit() + " while waiting", "per second", Spread.once(perSecond))
                .madeOf(words.isEmpty() ? "" : "in all: " + words)
                .withTarget(Target.goalAtMost(perSecond, idleLimit.perSecond())));
        if (!idleLimit.only().isEmpty()) {
            long others = idle.of(kind -> !kind.equals(idleLimit.only()));
            figures.add(Figure.of("of them anything but " + idleLimit.only(), "", Spread.once(others))
                    .withTarget(Target.goalAtMost((double) others, 0)));
        }
        figures.add(Figure.of(counter.unit() + " for a wake-up", "", totals(wakeUps))
                .madeOf("on average: " + RequestCounts.sum(wakeUps).words(wakeUps.size())));
        figures.add(Figure.of("from the release to the grant", "ms", millis));
        return figures;
    }

    private static Spread totals(List<RequestCounts> several) {
        return Spread.of(several.stream().map(one -> (double) one.total()).toList());
    }
}
