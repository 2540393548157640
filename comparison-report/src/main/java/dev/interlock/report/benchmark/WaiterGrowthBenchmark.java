// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The cost of a grant, by the number of clients that wait for one lock. Where each release wakes all waiters, both time
 * and requests grow with their number. Only for a server without other users.
 */
public final class WaiterGrowthBenchmark implements Benchmark {

    private static final List<Integer> SIZES = List.of(1, 4, 16);
    private static final AcquireOptions PATIENTLY = AcquireOptions.waitAtMost(Duration.ofMinutes(1));

    /** Long enough for all of them to have sent their first request, and to rest. */
    private static final Duration SETTLING = Duration.ofMillis(500);

    private static final long LIMIT_SECONDS = 60;
    private static final double NANOS_PER_MILLI = 1e6;

    private final RequestCounter counter;
    private final Supplier<LockClient> clients;
    private final int rounds;
    private int round;

    /**
     * Crowds of waiting clients.
     *
     * @param counter the server's counter
     * @param clients opens a client
     * @param budget how often
     */
    public WaiterGrowthBenchmark(RequestCounter counter, Supplier<LockClient> clients, Budget budget) {
        this.counter = counter;
        this.clients = clients;
        this.rounds = budget.rounds();
    }

    @Override
    public String title() {
        return "Growth with the clients that wait";
    }

    @Override
    public Measurement run(Consumer<String> doing) throws Exception {
        List<Figure> times = new ArrayList<>();
        List<Figure> requests = new ArrayList<>();
        ExecutorService givingBack = Executors.newCachedThreadPool();
        try (LockClient holder = clients.get()) {
            for (int size : SIZES) {
                doing.accept(size + " waiting clients");
                List<LockClient> waiters = open(size);
                try {
                    Crowd crowd = new Crowd(holder, waiters, givingBack);
                    // The first grant opens connections.
                    crowd.serve();
                    List<Service> served = new ArrayList<>();
                    for (int i = 0; i < rounds; i++) {
                        served.add(crowd.serve());
                    }
                    String what = size == 1 ? "1 client waits" : size + " clients wait";
                    times.add(Figure.of(what, "ms a grant", spread(served, Service::millis))
                            .at(size, "clients that wait"));
                    requests.add(Figure.of(what, counter.unit() + " a grant", spread(served, Service::requests))
                            .at(size, "clients that wait"));
                } finally {
                    waiters.parallelStream().forEach(LockClient::close);
                }
            }
        } finally {
            givingBack.shutdownNow();
        }
        times.addAll(requests);
        return Measurement.of(title(), method(), times);
    }

    private String method() {
        return "Clients that each wait for one lock are served one after another: each releases at once, and the first"
                + " release is that of a holder before them. Time and " + counter.unit()
                + " from that release to the last"
                + " one, divided by the number of grants; " + rounds
                + " times, median, smallest to greatest. Counted by "
                + counter.source() + ".";
    }

    private List<LockClient> open(int size) {
        List<LockClient> opened = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            opened.add(clients.get());
        }
        return opened;
    }

    private static Spread spread(List<Service> served, ToDoubleFunction<Service> figure) {
        return Spread.of(served.stream().mapToDouble(figure).boxed().toList());
    }

    /** For each grant. */
    private record Service(double millis, double requests) {}

    private final class Crowd {

        private final LockClient holder;
        private final List<LockClient> waiters;
        private final ExecutorService givingBack;

        Crowd(LockClient holder, List<LockClient> waiters, ExecutorService givingBack) {
            this.holder = holder;
            this.waiters = waiters;
            this.givingBack = givingBack;
        }

        Service serve() throws Exception {
            String name = "crowded-" + round++;
            LockHandle held = holder.lock(name).tryAcquire().orElseThrow();
            CompletableFuture<?>[] turns = waiters.stream()
                    .map(waiter ->
                            waiter.lock(name).acquireAsync(PATIENTLY).thenAcceptAsync(LockHandle::close, givingBack))
                    .toArray(CompletableFuture[]::new);
            Pause.of(SETTLING);
            Map<String, Long> before = counter.now().get();
            long begun = System.nanoTime();
            held.close();
            CompletableFuture.allOf(turns).get(LIMIT_SECONDS, TimeUnit.SECONDS);
            double millis = (System.nanoTime() - begun) / NANOS_PER_MILLI;
            return new Service(
                    millis / turns.length, (double) counter.since(before).total() / turns.length);
        }
    }
}
