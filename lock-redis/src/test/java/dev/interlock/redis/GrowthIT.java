// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.testbed.server.RedisServer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What many waiters and many names cost a client and the server; the figures are in docs/capacity.md. A million names take
 * nearly the two minutes that other tests have, and longer on a busy machine.
 */
@Tag("matrix")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.SAME_THREAD)
class GrowthIT {

    private static final Logger LOG = LoggerFactory.getLogger(GrowthIT.class);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final AcquireOptions WAITING =
            AcquireOptions.waitAtMost(LONG).withLease(Duration.ofMinutes(5));
    private static final int MOST_THREADS = 64;

    private RedisServer server;
    private LockClient holder;
    private LockClient waiter;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        holder = LockClient.connect("redis://127.0.0.1:" + server.port());
        waiter = LockClient.connect("redis://127.0.0.1:" + server.port());
    }

    @AfterEach
    void stop() {
        waiter.close();
        holder.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 10_000, 100_000})
    void waiters_for_one_name(int waiters) throws InterruptedException {
        LockHandle held = holder.lock("one").acquire(WAITING);
        long heap = usedHeap();
        List<CompletableFuture<Void>> done = new ArrayList<>(waiters);
        long start = System.nanoTime();
        for (int i = 0; i < waiters; i++) {
            done.add(waiter.lock("one").acquireAsync(WAITING).thenAccept(LockHandle::close));
        }
        report("one name", waiters, "come", start);
        LOG.info("one name, {}: {} bytes of heap for each", waiters, (usedHeap() - heap) / waiters);
        long scripts = scripts();
        start = System.nanoTime();
        held.close();
        join(done);
        report("one name", waiters, "served", start);
        LOG.info("one name, {}: {} scripts", waiters, scripts() - scripts);
        assertThat(scripts() - scripts).isLessThan(waiters);
        assertThat(threads()).isLessThan(MOST_THREADS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 10_000, 100_000})
    void a_waiter_for_each_of_many_names(int names) throws InterruptedException {
        List<LockHandle> held = IntStream.range(0, names)
                .mapToObj(i -> holder.lock("name " + i).acquireAsync(WAITING))
                .map(CompletableFuture::join)
                .toList();
        long heap = usedHeap();
        List<CompletableFuture<Void>> done = new ArrayList<>(names);
        long start = System.nanoTime();
        for (int i = 0; i < names; i++) {
            done.add(waiter.lock("name " + i).acquireAsync(WAITING).thenAccept(LockHandle::close));
        }
        await().atMost(LONG).until(() -> queues() >= names);
        report("names", names, "come", start);
        LOG.info("names, {}: {} bytes of heap for each that waits", names, (usedHeap() - heap) / names);
        long scripts = scripts();
        long idle = System.nanoTime();
        await().atMost(LONG)
                .until(() -> System.nanoTime() - idle > Duration.ofSeconds(5).toNanos());
        LOG.info("names, {}: {} scripts in 5 s in which nothing happens", names, scripts() - scripts);
        scripts = scripts();
        start = System.nanoTime();
        held.forEach(LockHandle::close);
        join(done);
        report("names", names, "served", start);
        LOG.info("names, {}: {} scripts for each", names, (double) (scripts() - scripts) / names);
        assertThat(threads()).isLessThan(MOST_THREADS);
    }

    @Test
    void a_million_names_once() throws InterruptedException {
        holder.lock("warm").acquire(WAITING).close();
        long heap = usedHeap();
        long start = System.nanoTime();
        IntStream.range(0, 16).parallel().forEach(thread -> {
            for (int i = thread; i < 1_000_000; i += 16) {
                holder.lock("once " + i).acquireAsync(WAITING).join().close();
            }
        });
        report("once", 1_000_000, "acquired and released", start);
        LOG.info("once: {} bytes of heap more", usedHeap() - heap);
        assertThat(usedHeap() - heap).isLessThan(20_000_000);
    }

    private static void join(List<CompletableFuture<Void>> done) {
        CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).join();
    }

    private static void report(String what, int count, String done, long startNanos) {
        long nanos = System.nanoTime() - startNanos;
        LOG.info("{}, {}: {} in {} ms, {} us for each", what, count, done, nanos / 1_000_000, nanos / 1_000 / count);
    }

    private long scripts() {
        return server.commandCalls().getOrDefault("evalsha", 0L);
    }

    private long queues() {
        return server.commandCalls().getOrDefault("zadd", 0L);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("interlock"))
                .count();
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
