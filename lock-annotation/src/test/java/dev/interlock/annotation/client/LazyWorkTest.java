// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.memory.MemoryStore;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Asynchronous work under a lock of a client that is not connected yet. */
class LazyWorkTest {

    private static final AcquireOptions ONCE = AcquireOptions.inherited();

    private final MemoryStore store = new MemoryStore();
    private final Queue<Runnable> connects = new ArrayDeque<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final LazyLockClient client =
            new LazyLockClient(() -> LockClient.using(store.backend(), ClientOptions.STANDARD), connects::add);

    @AfterEach
    void close() {
        client.close();
    }

    private CompletableFuture<String> work() {
        calls.incrementAndGet();
        return CompletableFuture.completedFuture("done");
    }

    @Test
    void work_begins_when_the_client_is_connected() throws Exception {
        CompletableFuture<String> one = client.lock("a").withLockAsync(ONCE, handle -> work());
        CompletableFuture<String> set = client.lockAll(List.of("b", "c")).withLockAsync(ONCE, handle -> work());
        assertThat(one).isNotDone();
        connects.forEach(Runnable::run);
        assertThat(one.get(30, TimeUnit.SECONDS)).isEqualTo("done");
        assertThat(set.get(30, TimeUnit.SECONDS)).isEqualTo("done");
        assertThat(client.lock("a").withLockAsync(ONCE, handle -> work()).get(30, TimeUnit.SECONDS))
                .isEqualTo("done");
        assertThat(calls).hasValue(3);
    }

    @Test
    void work_that_is_cancelled_while_the_client_connects_never_begins() throws Exception {
        CompletableFuture<String> cancelled = client.lock("a").withLockAsync(ONCE, handle -> work());
        cancelled.cancel(true);
        connects.forEach(Runnable::run);
        client.lock("a")
                .withLockAsync(ONCE, handle -> CompletableFuture.completedFuture("after"))
                .get(30, TimeUnit.SECONDS);
        assertThat(calls).hasValue(0);
    }

    @Test
    void work_that_is_cancelled_between_the_connection_and_the_grant_never_begins() throws Exception {
        CompletableFuture<CompletableFuture<String>> asked = new CompletableFuture<>();
        LazyLockClient slow = new LazyLockClient(
                () -> {
                    asked.join().cancel(true);
                    return LockClient.using(store.backend(), ClientOptions.STANDARD);
                },
                connects::add);
        asked.complete(slow.lock("a").withLockAsync(ONCE, handle -> work()));
        connects.forEach(Runnable::run);
        slow.close();
        assertThat(calls).hasValue(0);
    }

    @Test
    void work_fails_as_the_connection_does() {
        LazyLockClient broken = new LazyLockClient(
                () -> {
                    throw new IllegalStateException("no store");
                },
                connects::add);
        CompletableFuture<String> failed = broken.lock("a").withLockAsync(ONCE, handle -> work());
        connects.forEach(Runnable::run);
        assertThatThrownBy(failed::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(calls).hasValue(0);
    }
}
