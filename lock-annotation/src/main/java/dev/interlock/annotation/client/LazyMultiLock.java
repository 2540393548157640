// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import dev.interlock.AcquireOptions;
import dev.interlock.LockName;
import dev.interlock.LockedCall;
import dev.interlock.MultiLock;
import dev.interlock.MultiLockHandle;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A set of locks of a client that may not be connected yet. */
final class LazyMultiLock implements MultiLock {

    private final LazyLockClient client;
    private final List<String> names;

    LazyMultiLock(LazyLockClient client, Collection<String> names) {
        this.client = client;
        this.names = names.stream()
                .map(LockName::new)
                .distinct()
                .sorted()
                .map(LockName::value)
                .toList();
        if (this.names.isEmpty() || this.names.size() > MAX_NAMES) {
            throw new IllegalArgumentException(
                    "names must hold 1 to " + MAX_NAMES + " different names but has " + this.names.size());
        }
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public Optional<MultiLockHandle> tryAcquire() {
        return locks().tryAcquire();
    }

    @Override
    public Optional<MultiLockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        LazyLock.requireNotInterrupted();
        return locks().tryAcquire(options);
    }

    @Override
    public MultiLockHandle acquire(AcquireOptions options) throws InterruptedException {
        LazyLock.requireNotInterrupted();
        return locks().acquire(options);
    }

    @Override
    public CompletableFuture<MultiLockHandle> acquireAsync(AcquireOptions options) {
        return client.acquireAsync(() -> locks().acquireAsync(options), MultiLockHandle::release);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(
            AcquireOptions options, LockedCall<MultiLockHandle, T, E> body) throws E, InterruptedException {
        LazyLock.requireNotInterrupted();
        return locks().withLock(options, body);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            AcquireOptions options, Function<? super MultiLockHandle, ? extends CompletionStage<T>> body) {
        return client.<MultiLockHandle, T>withLockAsync(guarded -> locks().withLockAsync(options, guarded), body);
    }

    private MultiLock locks() {
        return client.connected().lockAll(names);
    }

    @Override
    public String toString() {
        return "MultiLock" + names;
    }
}
