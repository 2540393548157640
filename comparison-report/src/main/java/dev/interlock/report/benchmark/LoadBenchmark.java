// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A contended load: many threads, many names, some work while holding, one try per request. */
public final class LoadBenchmark implements Benchmark {

    private static final int CLIENTS = 4;
    private static final int THREADS = 100;
    private static final int NAMES = 100;
    private static final Duration WORK = Duration.ofMillis(10);

    private final Supplier<LockClient> clients;
    private final int requests;

    /**
     * A load.
     *
     * @param clients opens a client
     * @param budget how many requests
     */
    public LoadBenchmark(Supplier<LockClient> clients, Budget budget) {
        this.clients = clients;
        this.requests = budget.requests();
    }

    @Override
    public String title() {
        return "Load: one try for each request";
    }

    @Override
    public Measurement run(Consumer<String> doing) throws Exception {
        doing.accept(String.format(Locale.ROOT, "%,d requests", THREADS * requests));
        List<LockClient> open = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            for (int client = 0; client < CLIENTS; client++) {
                open.add(clients.get());
            }
            Tally tally = new Tally(new ExclusionChecker(NAMES), new AtomicLong(), new AtomicLong());
            List<Callable<Void>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                LockClient client = open.get(thread % CLIENTS);
                SplittableRandom random = new SplittableRandom(thread);
                long mark = thread + 1L;
                work.add(() -> {
                    for (int request = 0; request < requests; request++) {
                        tally.request(client, random.nextInt(NAMES), mark);
                    }
                    return null;
                });
            }
            long begin = System.nanoTime();
            for (Future<Void> thread : pool.invokeAll(work)) {
                join(thread);
            }
            return measurement(tally, (System.nanoTime() - begin) / 1e9);
        } finally {
            pool.shutdownNow();
            open.forEach(LockClient::close);
        }
    }

    private static void join(Future<Void> thread) throws InterruptedException {
        try {
            thread.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private Measurement measurement(Tally tally, double seconds) {
        long asked = (long) THREADS * requests;
        long granted = tally.exclusion.successes();
        long violations = tally.exclusion.violations();
        long errors = tally.errors.get();
        return Measurement.of(
                title(),
                String.format(
                        Locale.ROOT,
                        "%d threads in %d clients, %,d requests each over %d names, chosen at random; %d ms of work"
                                + " while holding; a request that finds the lock held is refused. Holders check without"
                                + " any atomic step that they are alone, that no update is lost and that tokens grow.",
                        THREADS,
                        CLIENTS,
                        requests,
                        NAMES,
                        WORK.toMillis()),
                List.of(
                        Figure.of("requests", "", Spread.once(asked)),
                        Figure.of("duration", "s", Spread.once(seconds)),
                        Figure.of("throughput, all requests", "requests/s", Spread.once(asked / seconds)),
                        Figure.of("throughput, granted", "requests/s", Spread.once(granted / seconds)),
                        Figure.of("granted", "", Spread.once(granted)),
                        Figure.of("refused", "", Spread.once(tally.refused.get())),
                        Figure.of("errors", "", Spread.once(errors)).withTarget(Target.mustBe(errors, 0)),
                        Figure.of("violations", "", Spread.once(violations)).withTarget(Target.mustBe(violations, 0))));
    }

    private record Tally(ExclusionChecker exclusion, AtomicLong refused, AtomicLong errors) {

        void request(LockClient client, int name, long mark) {
            try {
                Optional<LockHandle> granted = client.lock("load-" + name).tryAcquire();
                if (granted.isEmpty()) {
                    refused.incrementAndGet();
                    return;
                }
                try (LockHandle handle = granted.get()) {
                    exclusion.enter(name, mark, handle.fencingToken(), () -> Pause.of(WORK));
                }
            } catch (LockException e) {
                errors.incrementAndGet();
            }
        }
    }
}
