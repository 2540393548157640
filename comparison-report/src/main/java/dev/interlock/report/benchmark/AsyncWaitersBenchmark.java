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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How many threads one client needs to wait for many locks at once, all of which another client holds. */
public final class AsyncWaitersBenchmark implements Benchmark {

    /** A client has a handful of pools, however many locks it waits for. */
    private static final int MOST_THREADS = 32;

    private static final int HELPERS = 4;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Supplier<LockClient> clients;
    private final int count;

    /**
     * Waiters for as many locks as the budget allows.
     *
     * @param clients opens a client
     * @param budget how many
     */
    public AsyncWaitersBenchmark(Supplier<LockClient> clients, Budget budget) {
        this.clients = clients;
        this.count = budget.waiters();
    }

    @Override
    public String title() {
        return "Asynchronous waiters";
    }

    @Override
    public Measurement run(Consumer<String> doing) throws Exception {
        ExecutorService helpers = Executors.newFixedThreadPool(HELPERS);
        try (LockClient holder = clients.get()) {
            doing.accept("holding " + count + " locks");
            List<LockHandle> held = hold(holder, helpers);
            try (ThreadCountSampler sampler = ThreadCountSampler.begin();
                    LockClient waiter = clients.get()) {
                doing.accept("waiting for " + count + " locks");
                long begin = System.nanoTime();
                List<CompletableFuture<LockHandle>> waiting = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    waiting.add(waiter.lock(name(i)).acquireAsync(AcquireOptions.waitAtMost(LIMIT)));
                }
                double asking = seconds(begin);
                Pause.of(Duration.ofSeconds(1));
                long early = waiting.stream().filter(CompletableFuture::isDone).count();
                int threads = sampler.most();
                doing.accept("releasing " + count + " locks");
                Grants grants = grants(held, waiting, helpers);
                return measurement(asking, threads, sampler.most(), early, grants);
            }
        } finally {
            helpers.shutdownNow();
        }
    }

    private List<LockHandle> hold(LockClient holder, ExecutorService helpers) {
        List<CompletableFuture<LockHandle>> holds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = name(i);
            holds.add(CompletableFuture.supplyAsync(
                    () -> holder.lock(name).tryAcquire().orElseThrow(), helpers));
        }
        return holds.stream().map(CompletableFuture::join).toList();
    }

    private Grants grants(List<LockHandle> held, List<CompletableFuture<LockHandle>> waiting, ExecutorService helpers)
            throws InterruptedException {
        long begin = System.nanoTime();
        List<CompletableFuture<Void>> turns = new ArrayList<>();
        for (CompletableFuture<LockHandle> future : waiting) {
            turns.add(future.thenAcceptAsync(LockHandle::close, helpers));
        }
        held.forEach(handle -> helpers.execute(handle::close));
        CompletableFuture<Void> all = CompletableFuture.allOf(turns.toArray(CompletableFuture[]::new));
        long deadline = begin + LIMIT.toNanos();
        while (!all.isDone() && System.nanoTime() < deadline) {
            helpers.awaitTermination(1, TimeUnit.MILLISECONDS);
        }
        double seconds = seconds(begin);
        long granted = waiting.stream()
                .filter(future -> future.isDone() && !future.isCompletedExceptionally())
                .count();
        waiting.forEach(future -> future.cancel(false));
        return new Grants(granted, seconds);
    }

    private Measurement measurement(double asking, int threads, int allThreads, long early, Grants grants) {
        return Measurement.of(
                title(),
                String.format(
                        Locale.ROOT,
                        "One client holds %,d locks, another calls acquireAsync for each, then all are released."
                                + " Threads are those that exist beyond the ones before the waiting client was opened.",
                        count),
                List.of(
                        Figure.of("calls of acquireAsync", "s", Spread.once(asking)),
                        Figure.of("threads of the waiting client, at most", "", Spread.once(threads))
                                .withTarget(Target.goalAtMost(threads, MOST_THREADS)),
                        Figure.of(
                                        "threads until the last grant, of the releasing client too",
                                        "",
                                        Spread.once(allThreads))
                                .withTarget(Target.goalAtMost(allThreads, MOST_THREADS)),
                        Figure.of("granted before the release", "", Spread.once(early))
                                .withTarget(Target.mustBe(early, 0)),
                        Figure.of("granted after it", "", Spread.once(grants.count))
                                .withTarget(Target.mustBe(grants.count, count)),
                        Figure.of(
                                "from the first release to the last grant given back",
                                "s",
                                Spread.once(grants.seconds))));
    }

    private static String name(int i) {
        return "waited-for-" + i;
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private record Grants(long count, double seconds) {}
}
