// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.spi.AttemptId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The threads that ask one server, as many as it has connections. What is asked for one attempt is sent in the order in
 * which it was asked for: a release that overtakes the request which grants would leave a grant that nobody has.
 * Thread-safe.
 */
final class RedlockThreads implements AutoCloseable {

    /** So many requests wait for a thread at most; the next one is refused. */
    private static final int MOST_WAITING = 1_000;

    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads;
    private final ConcurrentHashMap<AttemptId, CompletableFuture<?>> last = new ConcurrentHashMap<>();

    RedlockThreads(String server, int size) {
        threads = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), task -> {
                    Thread thread = new Thread(task, "interlock-redlock-" + server);
                    thread.setDaemon(true);
                    return thread;
                });
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

    /** Begins nothing any more; what is under way ends within its own limit. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
