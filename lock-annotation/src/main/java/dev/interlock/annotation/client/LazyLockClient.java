// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.CandidacyState;
import dev.interlock.Capabilities;
import dev.interlock.DistributedLock;
import dev.interlock.DistributedReadWriteLock;
import dev.interlock.DistributedSemaphore;
import dev.interlock.Election;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockListener;
import dev.interlock.LockName;
import dev.interlock.LockOperator;
import dev.interlock.MultiLock;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The client of an application, which connects at the first use. If the store cannot be reached, only that use fails,
 * and the next use tries again. Thread-safe.
 */
public final class LazyLockClient implements LockClient {

    private final Supplier<LockClient> opening;
    private final Executor blocking;
    private final ReentrantLock changing = new ReentrantLock();
    private final Set<LazyCandidacy> candidates = ConcurrentHashMap.newKeySet();
    private volatile @Nullable LockClient open;
    private volatile boolean closed;

    /**
     * Creates a client that is not connected.
     *
     * @param opening connects
     * @param blocking connects for callers that must not block
     */
    public LazyLockClient(Supplier<LockClient> opening, Executor blocking) {
        this.opening = opening;
        this.blocking = blocking;
    }

    @Override
    public DistributedLock lock(String name) {
        return new LazyLock(this, new LockName(name).value(), client -> client.lock(name));
    }

    @Override
    public DistributedReadWriteLock readWrite(String name) {
        return new LazyReadWriteLock(this, new LockName(name).value());
    }

    @Override
    public DistributedSemaphore semaphore(String name, int limit) {
        return new LazySemaphore(this, new LockName(name).value(), limit);
    }

    @Override
    public MultiLock lockAll(Collection<String> names) {
        return new LazyMultiLock(this, names);
    }

    @Override
    public Election election(String name) {
        return new LazyElection(this, new LockName(name));
    }

    /** Keeps a candidate that stands, for {@link #candidates}. */
    void add(LazyCandidacy candidacy) {
        candidates.removeIf(each -> each.state() == CandidacyState.CLOSED);
        candidates.add(candidacy);
    }

    /**
     * The candidates of this client that are not closed, those among them that wait for a connection. No I/O.
     *
     * @return what each does now, in the order of the elections
     */
    public List<Standing> candidates() {
        return candidates.stream()
                .map(Standing::of)
                .filter(standing -> standing.state() != CandidacyState.CLOSED)
                .sorted(Comparator.comparing(Standing::election).thenComparing(Standing::state))
                .toList();
    }

    @Override
    public Capabilities capabilities() {
        return connected().capabilities();
    }

    @Override
    public Optional<Holder> inspect(String name) {
        return connected().inspect(name);
    }

    @Override
    public LockOperator operator() {
        return connected().operator();
    }

    @Override
    public Registration addListener(LockListener listener) {
        return connected().addListener(listener);
    }

    /**
     * Connects if necessary, and acquires. It does not connect on the calling thread, which may be an event loop.
     *
     * @param <H> the type of the handle
     * @param acquire asks the connected client
     * @param close releases a handle that the caller no longer takes
     */
    <H> CompletableFuture<H> acquireAsync(Supplier<CompletableFuture<H>> acquire, Consumer<H> close) {
        if (open != null) {
            return acquire.get();
        }
        CompletableFuture<H> promise = new CompletableFuture<>();
        blocking.execute(() -> connectAndAcquire(acquire, close, promise));
        return promise;
    }

    private static <H> void connectAndAcquire(
            Supplier<CompletableFuture<H>> acquire, Consumer<H> close, CompletableFuture<H> promise) {
        try {
            CompletableFuture<H> acquiring = acquire.get();
            acquiring.whenComplete((handle, failure) -> {
                if (failure != null) {
                    promise.completeExceptionally(failure);
                } else if (!promise.complete(handle)) {
                    close.accept(handle);
                }
            });
            promise.whenComplete((handle, failure) -> acquiring.cancel(false));
        } catch (RuntimeException | Error e) {
            // Also an Error, because no other code sees an exception of this thread.
            promise.completeExceptionally(e);
        }
    }

    /**
     * Connects if necessary, and works under a lock. If the caller cancels the future before it has the lock, the work
     * does not begin, even if the client still connects.
     *
     * @param <H> the type of the handle
     * @param <T> the result type of the work
     * @param begin asks the connected client for the lock, with the work that it is given
     * @param body the work
     */
    <H, T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            Function<Function<? super H, ? extends CompletionStage<T>>, CompletableFuture<T>> begin,
            Function<? super H, ? extends CompletionStage<T>> body) {
        Objects.requireNonNull(body, "body");
        if (open != null) {
            return begin.apply(body);
        }
        CompletableFuture<T> promise = new CompletableFuture<>();
        Function<H, CompletionStage<T>> unlessCancelled = handle ->
                promise.isDone() ? CompletableFuture.failedFuture(new CancellationException()) : body.apply(handle);
        blocking.execute(() -> connectAndWork(() -> begin.apply(unlessCancelled), promise));
        return promise;
    }

    private <T extends @Nullable Object> void connectAndWork(
            Supplier<CompletableFuture<T>> begin, CompletableFuture<T> promise) {
        try {
            connected();
            if (promise.isDone()) {
                return;
            }
            CompletableFuture<T> working = begin.get();
            working.whenComplete((value, failure) -> {
                if (failure != null) {
                    promise.completeExceptionally(failure);
                } else {
                    promise.complete(value);
                }
            });
            promise.whenComplete((value, failure) -> working.cancel(false));
        } catch (RuntimeException | Error e) {
            // Also an Error, because no other code sees an exception of this thread.
            promise.completeExceptionally(e);
        }
    }

    /** Where to connect for callers that must not block. */
    Executor blocking() {
        return blocking;
    }

    /**
     * Connects if necessary. An interrupted thread connects all the same and keeps its interrupt flag.
     *
     * @return the connected client
     * @throws LockClientClosedException if this client is closed
     * @throws RuntimeException as {@code opening}, if it cannot connect
     */
    public LockClient connected() {
        LockClient client = open;
        return client != null ? client : connect();
    }

    private LockClient connect() {
        changing.lock();
        // Many drivers fail at once on an interrupted thread, which says nothing about the store.
        boolean interrupted = Thread.interrupted();
        try {
            if (closed) {
                throw new LockClientClosedException(
                        "the lock client of this application is closed: the context was stopped");
            }
            LockClient client = open;
            if (client == null) {
                client = opening.get();
                open = client;
            }
            return client;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            changing.unlock();
        }
    }

    /** Lets a client that was closed connect again, because the application goes on. */
    public void reopen() {
        changing.lock();
        try {
            if (closed) {
                open = null;
                closed = false;
            }
        } finally {
            changing.unlock();
        }
    }

    /**
     * Closes clients at the same time, since each takes as long as its holders do. An interrupt of the calling thread ends
     * the wait for them.
     *
     * @param clients the clients
     * @param threads makes the threads that close them
     */
    public static void closeAll(Collection<? extends LockClient> clients, ThreadFactory threads) {
        List<Thread> closing =
                clients.stream().map(client -> threads.newThread(client::close)).toList();
        closing.forEach(Thread::start);
        for (Thread each : closing) {
            try {
                each.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public void close() {
        changing.lock();
        try {
            closed = true;
        } finally {
            changing.unlock();
        }
        LockClient client = open;
        if (client != null) {
            client.close();
        }
    }
}
