// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.zookeeper.ZookeeperLockBackendProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How many clients a release wakes, of many that wait for one lock, each in a session of its own. */
final class HerdEffectBenchmark implements Benchmark {

    private static final int MOST = 100;
    private static final String NAME = "herd";
    private static final AcquireOptions PATIENTLY = AcquireOptions.waitAtMost(Duration.ofMinutes(5));
    private static final long LIMIT_SECONDS = 60;

    /** Long enough for other clients that were woken to look; a hold sets a watch on itself only after 100 ms. */
    private static final long SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final String uri;
    private final RequestCounter counter;
    private final int size;
    private final int releases;
    private final AtomicInteger tries = new AtomicInteger();

    HerdEffectBenchmark(String uri, RequestCounter counter, Budget budget) {
        this.uri = uri;
        this.counter = counter;
        this.size = Math.min(MOST, budget.waiters() / 10);
        this.releases = Math.min(size, budget.wakeUps());
    }

    @Override
    public String title() {
        return Measurement.WOKEN;
    }

    @Override
    public Measurement run(Consumer<String> doing) throws Exception {
        List<LockClient> clients = new ArrayList<>();
        try (LockClient first = LockClient.connect(uri)) {
            LockHandle held = first.lock(NAME).tryAcquire().orElseThrow();
            List<CompletableFuture<LockHandle>> waits = new ArrayList<>();
            doing.accept(size + " clients queue up");
            for (int i = 1; i <= size; i++) {
                clients.add(LockClient.using(counting(), ClientOptions.STANDARD));
                waits.add(clients.get(i - 1).lock(NAME).acquireAsync(PATIENTLY));
                awaitTries(i);
            }
            doing.accept(releases + " releases");
            List<Double> woken = new ArrayList<>();
            List<Double> packets = new ArrayList<>();
            for (int i = 0; i < releases; i++) {
                tries.set(0);
                Map<String, Long> before = counter.now().get();
                held.close();
                held = waits.get(i).get(LIMIT_SECONDS, TimeUnit.SECONDS);
                LockSupport.parkNanos(SETTLING_NANOS);
                woken.add((double) tries.get());
                packets.add((double) counter.since(before).sent().getOrDefault("packets", 0L));
            }
            waits.forEach(wait -> wait.cancel(true));
            held.close();
            return measurement(Spread.of(woken), Spread.of(packets));
        } finally {
            clients.parallelStream().forEach(LockClient::close);
        }
    }

    private void awaitTries(int expected) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (tries.get() < expected) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("a client did not queue up within " + LIMIT_SECONDS + " s");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private ForwardingBackend counting() {
        return new ForwardingBackend(new ZookeeperLockBackendProvider().open(LockSettings.of(uri))) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = super.acquire(attempt, step);
                tries.incrementAndGet();
                return outcome;
            }
        };
    }

    private Measurement measurement(Spread woken, Spread packets) {
        return Measurement.of(
                title(),
                String.format(
                        Locale.ROOT,
                        "%d clients with a session each wait for one lock; %d releases, one after the other. Clients"
                                + " that look are counted in the clients, packets by %s, from the release, itself"
                                + " included, until 50 ms after the grant.",
                        size,
                        releases,
                        counter.source()),
                List.of(
                        Figure.of("clients that look after a release", "", woken)
                                .withTarget(Target.goalAtMost(woken.max(), 1)),
                        Figure.of("packets for a release and the grant it makes", "", packets)));
    }
}
