// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.MultiLockHandle;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work under a lock that ends with a stage. */
class AsyncWorkTest {

    private final EngineBench bench = new EngineBench();
    private final DistributedLock lock = bench.client.lock("a");
    private final CompletableFuture<String> stage = new CompletableFuture<>();
    private final CompletableFuture<LockHandle> begun = new CompletableFuture<>();
    private final ThreadGate store = new ThreadGate();
    private final AtomicInteger calls = new AtomicInteger();

    @AfterEach
    void close() {
        store.open();
        bench.close();
    }

    private CompletionStage<String> work(LockHandle handle) {
        calls.incrementAndGet();
        begun.complete(handle);
        return stage;
    }

    private LockHandle handle() throws Exception {
        return begun.get(30, TimeUnit.SECONDS);
    }

    private static <T> T result(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static Throwable failure(CompletableFuture<?> future) {
        try {
            future.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (CancellationException e) {
            return e;
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
        throw new IllegalStateException("it did not fail");
    }

    private void requireReleased() {
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Released");
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void the_lock_is_held_until_the_stage_ends_and_the_result_comes_after_the_release() throws Exception {
        bench.backend.release = attempt -> {
            store.pass();
            return new ReleaseOutcome.Released();
        };
        CompletableFuture<String> result = lock.withLockAsync(ONCE, this::work);
        assertThat(handle().state()).isEqualTo(HandleState.HELD);
        assertThat(bench.backend.released).isEmpty();
        stage.complete("done");
        store.awaitReached();
        assertThat(handle().state()).isEqualTo(HandleState.RELEASED);
        assertThat(result).isNotDone();
        store.open();
        assertThat(result(result)).isEqualTo("done");
        requireReleased();
    }

    @Test
    void the_lock_is_renewed_while_the_stage_lasts() throws Exception {
        CompletableFuture<String> result = lock.withLockAsync(ONCE, this::work);
        handle();
        bench.advanceUntil(LEASE.dividedBy(3), () -> bench.backend.renewed.size() >= 6);
        assertThat(handle().state()).isEqualTo(HandleState.HELD);
        stage.complete(null);
        assertThat(result(result)).isNull();
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
    }

    @Test
    void the_function_and_what_depends_on_the_result_run_on_callback_threads() throws Exception {
        AtomicReference<String> worker = new AtomicReference<>();
        CompletableFuture<String> thread = lock.withLockAsync(ONCE, handle -> {
                    worker.set(Thread.currentThread().getName());
                    return stage;
                })
                .thenApply(value -> Thread.currentThread().getName());
        await().until(() -> worker.get() != null);
        stage.complete("done");
        assertThat(worker.get()).startsWith("interlock-callback");
        assertThat(result(thread)).startsWith("interlock-callback");
    }

    @Test
    void a_stage_that_fails_or_is_cancelled_releases_the_lock_and_is_the_result() throws Exception {
        IllegalStateException why = new IllegalStateException("work failed");
        CompletableFuture<String> failing = lock.withLockAsync(
                ONCE,
                handle -> stage.thenApply(value -> {
                    throw why;
                }));
        stage.complete("begin");
        assertThat(failure(failing)).isSameAs(why);
        assertThat(why.getSuppressed()).isEmpty();
        requireReleased();
        CompletableFuture<String> cancelled = bench.client.lock("b").withLockAsync(ONCE, handle -> {
            CompletableFuture<String> never = new CompletableFuture<>();
            never.cancel(true);
            return never;
        });
        assertThat(failure(cancelled)).isInstanceOf(CancellationException.class);
        assertThat(bench.kinds("b")).containsExactly("Acquired", "Released");
    }

    @Test
    void a_function_that_throws_releases_the_lock() {
        IllegalStateException why = new IllegalStateException("no work");
        CompletableFuture<String> result = lock.withLockAsync(ONCE, handle -> {
            throw why;
        });
        assertThat(failure(result)).isSameAs(why);
        requireReleased();
    }

    @Test
    @SuppressWarnings("NullAway")
    void a_function_that_returns_no_stage_releases_the_lock() {
        Function<LockHandle, CompletionStage<String>> none = handle -> null;
        assertThat(failure(lock.withLockAsync(ONCE, none)))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the function under the lock returned no stage");
        requireReleased();
    }

    @Test
    void a_loss_during_the_stage_is_the_result_or_is_suppressed_in_it() throws Exception {
        CompletableFuture<String> result = lock.withLockAsync(ONCE, this::work);
        handle();
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
        assertThat(result).isNotDone();
        stage.complete("done");
        assertThat(failure(result))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("'a' on scripted store was lost before the work under it ended");
        IllegalStateException why = new IllegalStateException("work failed");
        CompletableFuture<String> failing = bench.client.lock("b").withLockAsync(ONCE, handle -> {
            bench.backend.context.reportLost(bench.backend.idOf(1), "session ended");
            return CompletableFuture.failedFuture(why);
        });
        assertThat(failure(failing)).isSameAs(why);
        assertThat(why.getSuppressed()).hasSize(1).hasOnlyElementsOfType(LockLostException.class);
    }

    @Test
    void a_release_that_finds_the_lock_gone_is_a_loss() {
        bench.backend.release = attempt -> new ReleaseOutcome.NotOwner();
        stage.complete("done");
        assertThat(failure(lock.withLockAsync(ONCE, this::work))).isInstanceOf(LockLostException.class);
    }

    @Test
    void without_the_lock_the_function_is_not_called() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.contended());
        assertThat(failure(lock.withLockAsync(ONCE, this::work))).isInstanceOf(LockTimeoutException.class);
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_result_that_is_cancelled_before_the_grant_ends_the_acquisition() {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        CompletableFuture<String> result = lock.withLockAsync(WAITING, this::work);
        await().until(() -> bench.backend.acquired.size() == 1);
        result.cancel(true);
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
        assertThat(bench.kinds("a")).last().isEqualTo("Cancelled");
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_result_that_is_cancelled_while_the_grant_is_on_its_way_releases_it() throws Exception {
        bench.backend.thenAcquire(attempt -> {
            store.pass();
            return bench.backend.grant(attempt);
        });
        CompletableFuture<String> result = lock.withLockAsync(ONCE, this::work);
        store.awaitReached();
        result.cancel(true);
        store.open();
        await().until(() -> bench.backend.released.size() == 1);
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_result_that_is_cancelled_during_the_work_keeps_the_lock_until_the_stage_ends() throws Exception {
        CompletableFuture<String> result = lock.withLockAsync(ONCE, this::work);
        handle();
        result.cancel(true);
        bench.clock.advance(LEASE.dividedBy(2));
        assertThat(handle().state()).isEqualTo(HandleState.HELD);
        assertThat(bench.backend.released).isEmpty();
        stage.complete("done");
        await().until(() -> bench.backend.released.size() == 1);
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
    }

    @Test
    void what_is_derived_from_the_result_may_be_cancelled_or_fail() throws Exception {
        CompletableFuture<String> result = lock.withLockAsync(ONCE, this::work);
        CompletableFuture<Void> derived = result.thenAccept(value -> {
            throw new IllegalStateException("failed");
        });
        result.thenApply(value -> value).cancel(true);
        result.thenApply(value -> value).orTimeout(1, TimeUnit.MILLISECONDS);
        handle();
        assertThat(bench.backend.released).isEmpty();
        stage.complete("done");
        assertThat(failure(derived)).hasMessage("failed");
        requireReleased();
    }

    @Test
    void a_close_loses_the_lock_and_the_result_says_so_when_the_stage_ends() throws Exception {
        CompletableFuture<String> result = lock.withLockAsync(ONCE, this::work);
        handle();
        bench.close();
        assertThat(result).isNotDone();
        stage.complete("done");
        assertThat(failure(result)).isInstanceOf(LockLostException.class);
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void a_close_ends_the_wait_for_the_lock() {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        CompletableFuture<String> result = lock.withLockAsync(WAITING, this::work);
        await().until(() -> bench.backend.acquired.size() == 1);
        bench.close();
        assertThat(failure(result)).isInstanceOf(LockClientClosedException.class);
        assertThat(calls).hasValue(0);
        assertThatThrownBy(() -> lock.withLockAsync(ONCE, this::work)).isInstanceOf(LockClientClosedException.class);
    }

    @Test
    void a_stage_that_is_dropped_is_noticed_as_a_handle_that_is_dropped() throws Exception {
        assertThat(lock.withLockAsync(ONCE, handle -> new CompletableFuture<>()))
                .isNotNull();
        await().until(() -> {
            System.gc();
            bench.clock.advance(Duration.ofMillis(100));
            return bench.kinds("a").contains("Abandoned");
        });
        bench.clock.advance(LEASE);
        await().until(() -> bench.kinds("a").contains("Lost"));
        bench.advanceUntil(LEASE, () -> bench.engine.kept().isEmpty());
    }

    @Test
    void a_stage_without_callbacks_for_its_end_is_looked_at() throws Exception {
        CompletableFuture<String> forgetful = new CompletableFuture<>() {
            @Override
            public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
                return isDone() ? super.whenComplete(action) : this;
            }
        };
        CompletableFuture<String> result = lock.withLockAsync(ONCE, handle -> {
            begun.complete(handle);
            return forgetful;
        });
        handle();
        bench.clock.advance(Duration.ofSeconds(1));
        assertThat(handle().state()).isEqualTo(HandleState.HELD);
        forgetful.complete("done");
        bench.clock.advance(Duration.ofSeconds(1));
        assertThat(result(result)).isEqualTo("done");
        requireReleased();
    }

    @Test
    void a_set_is_held_until_the_stage_ends() throws Exception {
        CompletableFuture<MultiLockHandle> set = new CompletableFuture<>();
        CompletableFuture<String> result = bench.client
                .lockAll(List.of("a", "b"))
                .withLockAsync(ONCE, handle -> {
                    set.complete(handle);
                    return stage;
                });
        assertThat(result(set).state()).isEqualTo(HandleState.HELD);
        stage.complete("done");
        assertThat(result(result)).isEqualTo("done");
        assertThat(result(set).state()).isEqualTo(HandleState.RELEASED);
        assertThat(bench.backend.released).hasSize(2);
        // The thread that completed the result still has its timer to end.
        await().until(() -> bench.engine.kept().isEmpty());
    }
}
