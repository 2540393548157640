// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.LockClient;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import dev.interlock.testbed.server.RedisServer;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The memory and the keys that many distinct lock names leave behind in the client and at the server. Only for a server
 * that this run started: it reads every key.
 *
 * @param server the server
 * @param clients opens a client
 * @param budget how many names
 */
record FootprintBenchmark(RedisServer server, Supplier<LockClient> clients, Budget budget) implements Benchmark {

    private static final int THREADS = 4;
    private static final int FIRST = 1_000;
    private static final double BYTES_PER_KIB = 1024;

    private static final int COLLECTIONS = 5;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final String FIRST_CURSOR = "0";
    private static final String KEYS_PER_SCAN = "5000";

    /** Less than any object per name would need. */
    private static final double GOAL_BYTES_PER_NAME = 16;

    private static final Pattern KEYSPACE = Pattern.compile("keys=(\\d+),expires=(\\d+)");

    @Override
    public String title() {
        return "What distinct locks leave behind";
    }

    @Override
    public Measurement run(Consumer<String> doing) {
        int names = budget.names();
        String count = String.format(Locale.ROOT, "%,d", names);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try (LockClient client = clients.get()) {
            pairs(client, "first-", FIRST, pool);
            doing.accept("heap before");
            double before = usedHeap();
            doing.accept(count + " names");
            pairs(client, "once-", names, pool);
            doing.accept("heap after");
            double growth = usedHeap() - before;
            return measurement(count, growth, growth / names);
        } finally {
            pool.shutdownNow();
        }
    }

    private static void pairs(LockClient client, String prefix, int count, ExecutorService pool) {
        CompletableFuture<?>[] shares = IntStream.range(0, THREADS)
                .mapToObj(thread -> CompletableFuture.runAsync(
                        () -> {
                            for (int i = thread; i < count; i += THREADS) {
                                client.lock(prefix + i)
                                        .tryAcquire()
                                        .orElseThrow()
                                        .close();
                            }
                        },
                        pool))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(shares).join();
    }

    private Measurement measurement(String count, double growth, double perName) {
        // Only the keys of this benchmark: locks of rules may still have a lease on this server.
        long all = countKeys(key -> key.contains("{once-"));
        long tokens = countKeys(key -> key.contains("{once-") && key.endsWith(":token"));
        long locks = all - tokens;
        Matcher keyspace = KEYSPACE.matcher(server.command("INFO", "keyspace"));
        long eternal = keyspace.find() ? Long.parseLong(keyspace.group(1)) - Long.parseLong(keyspace.group(2)) : 0;
        return Measurement.of(
                title(),
                count
                        + " names, each acquired and released once by one client. Heap in use after garbage collection,"
                        + " the least of several; keys at the server by SCAN and INFO keyspace.",
                List.of(
                        Figure.of("growth of the heap", "KiB", Spread.once(growth / BYTES_PER_KIB)),
                        Figure.of("growth of the heap for each name", "bytes", Spread.once(perName))
                                .withTarget(Target.goalAtMost(perName, GOAL_BYTES_PER_NAME)),
                        Figure.of("lock keys left", "", Spread.once(locks)).withTarget(Target.mustBe(locks, 0)),
                        Figure.of("token keys left", "", Spread.once(tokens)),
                        Figure.of("keys of any kind without a time to live", "", Spread.once(eternal))
                                .withTarget(Target.mustBe(eternal, 0))));
    }

    /**
     * Bytes in use after garbage collection: the least of several readings, since other threads continue to allocate.
     */
    private static double usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            LockSupport.parkNanos(PAUSE_NANOS);
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return (double) least;
    }

    private long countKeys(Predicate<String> wanted) {
        long count = 0;
        String cursor = FIRST_CURSOR;
        do {
            List<String> reply = List.of(
                    server.command("SCAN", cursor, "COUNT", KEYS_PER_SCAN).split("\n", -1));
            cursor = reply.get(0);
            count += reply.stream()
                    .skip(1)
                    .filter(key -> !key.isEmpty())
                    .filter(wanted)
                    .count();
        } while (!cursor.equals(FIRST_CURSOR));
        return count;
    }
}
