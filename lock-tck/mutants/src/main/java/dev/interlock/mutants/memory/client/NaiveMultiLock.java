// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockedCall;
import dev.interlock.MultiLock;
import dev.interlock.MultiLockHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Several locks as many programmers would write them: it waits for each lock in turn while it holds those before. It is
 * sound except for that (rule MULTI-4), and except for its defect.
 */
final class NaiveMultiLock implements MultiLock {

    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "naive-multi-lock");
        thread.setDaemon(true);
        return thread;
    });

    private final LockClient client;
    private final LockClock clock;
    private final List<String> names;
    private final Defect defect;

    /** The additional defect. */
    enum Defect {
        NONE,
        KEEPS_A_PART,
        SKIPS_THE_TAKEN,
        UNSORTED,
        LIMIT_FOR_EACH,
        FIRST_FOR_ALL,
        KEEPS_THE_REST,
        KEEPS_AFTER_EXCEPTION,
        ONE_TOKEN
    }

    NaiveMultiLock(LockClient client, LockClock clock, Collection<String> names, Defect defect) {
        this.client = client;
        this.clock = clock;
        this.names = defect == Defect.UNSORTED
                ? List.copyOf(names)
                : names.stream()
                        .map(LockName::new)
                        .distinct()
                        .sorted()
                        .map(LockName::value)
                        .toList();
        this.defect = defect;
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public Optional<MultiLockHandle> tryAcquire() {
        try {
            return tryAcquire(AcquireOptions.waitAtMost(Duration.ZERO));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public Optional<MultiLockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        List<LockHandle> held = new ArrayList<>();
        long start = clock.nanoTime();
        try {
            for (String name : names) {
                Optional<LockHandle> handle = client.lock(name).tryAcquire(limited(options, start));
                if (handle.isEmpty() && defect != Defect.SKIPS_THE_TAKEN) {
                    if (defect != Defect.KEEPS_A_PART) {
                        held.forEach(LockHandle::release);
                    }
                    return Optional.empty();
                }
                handle.ifPresent(held::add);
            }
        } catch (Throwable e) {
            if (defect != Defect.KEEPS_AFTER_EXCEPTION) {
                held.forEach(LockHandle::release);
            }
            throw e;
        }
        return Optional.of(new NaiveMultiHandle(held, defect));
    }

    private AcquireOptions limited(AcquireOptions options, long start) {
        Duration limit = options.maxWait();
        if (limit == null || limit.isZero() || defect == Defect.LIMIT_FOR_EACH) {
            return options;
        }
        Duration left = limit.minusNanos(clock.nanoTime() - start);
        return options.withMaxWait(left.isNegative() ? Duration.ZERO : left);
    }

    @Override
    public MultiLockHandle acquire(AcquireOptions options) throws InterruptedException {
        return tryAcquire(options).orElseThrow(() -> new LockTimeoutException(names + " not acquired"));
    }

    @Override
    public CompletableFuture<MultiLockHandle> acquireAsync(AcquireOptions options) {
        CompletableFuture<MultiLockHandle> promise = new CompletableFuture<>();
        THREADS.execute(() -> {
            try {
                promise.complete(acquire(options));
            } catch (Throwable e) {
                promise.completeExceptionally(e);
            }
        });
        return promise;
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(
            AcquireOptions options, LockedCall<MultiLockHandle, T, E> body) throws E, InterruptedException {
        try (MultiLockHandle handle = acquire(options)) {
            return body.call(handle);
        }
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            AcquireOptions options, Function<? super MultiLockHandle, ? extends CompletionStage<T>> body) {
        return acquireAsync(options)
                .thenCompose(handle -> body.apply(handle).whenComplete((value, failure) -> handle.release()));
    }
}
