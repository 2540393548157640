// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.RenewResult;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How many requests each operation sends, by the server's own count. Only for a server without other users. */
public final class RoundTripsBenchmark implements Benchmark {

    /** No goal for the requests of an acquisition or a release. */
    public static final int NO_GOAL = Integer.MAX_VALUE;

    /** Few, so that they end before any request is due that depends on time: a watch on an older hold, a renewal. */
    private static final int AT_ONCE = 10;

    private static final int PER_RELEASE = 1;
    private static final int MOST_LOOKS = 10;
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final Duration WAIT = Duration.ofSeconds(10);

    private final RequestCounter counter;
    private final int perAcquire;
    private final int perRelease;
    private final Supplier<LockClient> clients;
    private final Budget budget;
    private final int batches;
    private final Map<String, List<RequestCounts>> traffic = new LinkedHashMap<>();

    /**
     * A count.
     *
     * @param counter the server's counter
     * @param perAcquire how many requests the acquisition of a free lock may send, or {@link #NO_GOAL}
     * @param clients opens a client
     * @param budget how many
     */
    public RoundTripsBenchmark(RequestCounter counter, int perAcquire, Supplier<LockClient> clients, Budget budget) {
        this(counter, perAcquire, perAcquire == NO_GOAL ? NO_GOAL : PER_RELEASE, clients, budget);
    }

    private RoundTripsBenchmark(
            RequestCounter counter, int perAcquire, int perRelease, Supplier<LockClient> clients, Budget budget) {
        this.counter = counter;
        this.perAcquire = perAcquire;
        this.perRelease = perRelease;
        this.clients = clients;
        this.budget = budget;
        this.batches = Math.max(1, budget.trips() / AT_ONCE);
    }

    /**
     * The same count, for a store that needs more than one request for a release.
     *
     * @param most how many requests a release may send
     * @return the count
     */
    public RoundTripsBenchmark withPerRelease(int most) {
        return new RoundTripsBenchmark(counter, perAcquire, most, clients, budget);
    }

    @Override
    public String title() {
        return Measurement.ROUND_TRIPS;
    }

    @Override
    public Measurement run(Consumer<String> doing) throws Exception {
        doing.accept(batches * AT_ONCE + " of each");
        try (LockClient holder = clients.get();
                LockClient other = clients.get()) {
            for (LockClient client : List.of(holder, other)) {
                List<LockHandle> held = new ArrayList<>();
                acquireAll(client, "first-", WAIT, held);
                releaseAll(held);
            }
            settle();
            for (int batch = 0; batch < batches; batch++) {
                batch("counted-" + batch + "-", holder, other);
            }
            return Measurement.of(
                    title(),
                    method(),
                    List.of(
                            atMost(perAcquire, figure("try, lock free")),
                            atMost(perAcquire, figure("acquire with a wait, lock free")),
                            figure("try, name never used"),
                            figure("try, another holds"),
                            figure("renew"),
                            atMost(perRelease, figure("release"))));
        }
    }

    private void batch(String names, LockClient holder, LockClient other) throws Exception {
        List<LockHandle> held = new ArrayList<>();
        count("try, name never used", () -> acquireAll(holder, names, Duration.ZERO, held));
        count("try, another holds", () -> tryAllInVain(other, names));
        count("renew", () -> renewAll(held));
        count("release", () -> releaseAll(held));
        count("try, lock free", () -> acquireAll(holder, names, Duration.ZERO, held));
        releaseAll(held);
        // By the other client: one that requests a lock which it has just released may first check for waiters.
        count("acquire with a wait, lock free", () -> acquireAll(other, names, WAIT, held));
        releaseAll(held);
    }

    private String method() {
        return String.format(
                Locale.ROOT,
                "Difference of %s over %d operations of each kind on one thread, %d times, once the connections are up."
                        + " Median, smallest to greatest: pools open connections, sessions send pings, and holds that"
                        + " last are watched.",
                counter.source(),
                AT_ONCE,
                batches);
    }

    /** Pools continue to open connections after the first use. */
    private void settle() {
        Map<String, Long> before = counter.now().get();
        for (int look = 0; look < MOST_LOOKS; look++) {
            LockSupport.parkNanos(QUIET_NANOS);
            Map<String, Long> after = counter.now().get();
            if (after.equals(before)) {
                return;
            }
            before = after;
        }
    }

    private interface Operations {
        void run() throws Exception;
    }

    private void count(String what, Operations operations) throws Exception {
        Map<String, Long> before = counter.now().get();
        operations.run();
        traffic.computeIfAbsent(what, first -> new ArrayList<>()).add(counter.since(before));
    }

    private Figure figure(String operation) {
        List<RequestCounts> counted = traffic.getOrDefault(operation, List.of());
        Spread each = Spread.of(
                counted.stream().map(batch -> (double) batch.total() / AT_ONCE).toList());
        RequestCounts all = RequestCounts.sum(counted);
        int operations = batches * AT_ONCE;
        return Figure.of(operation, counter.unit(), each)
                .madeOf("on average: " + all.words(operations))
                .with(all.requests(operations));
    }

    private static Figure atMost(int most, Figure figure) {
        return most == NO_GOAL
                ? figure
                : figure.withTarget(Target.goalAtMost(figure.value().median(), most));
    }

    private static void acquireAll(LockClient client, String names, Duration wait, List<LockHandle> held)
            throws InterruptedException {
        held.clear();
        for (int i = 0; i < AT_ONCE; i++) {
            held.add(client.lock(names + i)
                    .tryAcquire(AcquireOptions.waitAtMost(wait))
                    .orElseThrow());
        }
    }

    private static void renewAll(List<LockHandle> held) {
        for (LockHandle handle : held) {
            RenewResult result = handle.renew(handle.remaining());
            if (result != RenewResult.RENEWED) {
                throw new IllegalStateException("'" + handle.lockName() + "' was not renewed but " + result);
            }
        }
    }

    private static void tryAllInVain(LockClient client, String names) {
        for (int i = 0; i < AT_ONCE; i++) {
            if (client.lock(names + i).tryAcquire().isPresent()) {
                throw new IllegalStateException("'" + names + i + "' was granted while it was held");
            }
        }
    }

    private static void releaseAll(List<LockHandle> held) {
        held.forEach(LockHandle::close);
    }
}
