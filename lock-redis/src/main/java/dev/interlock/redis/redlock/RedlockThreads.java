// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The threads that send requests to one server, as many as it has connections. Requests of one attempt are sent in
 * order: a release that overtakes the granting request would leave a grant without a holder. Thread-safe.
 */
final class RedlockThreads implements AutoCloseable {

    /** The most requests that wait for a thread; the next one is refused. */
    private static final int MOST_WAITING = 1_000;

    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads;
    private final ConcurrentHashMap<AttemptId, CompletableFuture<?>> last = new ConcurrentHashMap<>();

    RedlockThreads(String server, int size) {
        threads = new ThreadPoolExecutor(
                size,
                size,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                new DaemonThreads("interlock-redlock-" + server));
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a step.
     *
     * @return its result, or what it threw; {@link RejectedExecutionException} if it was not begun
     */
    <A> CompletableFuture<A> run(Supplier<A> step) {
        CompletableFuture<A> result = new CompletableFuture<>();
        begin(step, result);
        return result;
    }

    /** The same, behind all steps of that attempt. */
    <A> CompletableFuture<A> run(AttemptId id, Supplier<A> step) {
        CompletableFuture<A> result = new CompletableFuture<>();
        CompletableFuture<?> before = last.put(id, result);
        result.whenComplete((any, thrown) -> last.remove(id, result));
        if (before == null) {
            begin(step, result);
        } else {
            before.whenComplete((any, thrown) -> begin(step, result));
        }
        return result;
    }

    private <A> void begin(Supplier<A> step, CompletableFuture<A> result) {
        try {
            threads.execute(() -> {
                try {
                    result.complete(step.get());
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(e);
        }
    }

    /** Begins no further request; those under way end within their own limit. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
