// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.HandleState;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Releases that keep no thread of their caller. */
class AsyncReleaseTest {

    private EngineBench bench = new EngineBench();
    private final ThreadGate store = new ThreadGate();

    @AfterEach
    void close() {
        store.open();
        bench.close();
    }

    private ReleaseOutcome silent(Attempt attempt) {
        store.pass();
        return new ReleaseOutcome.Released();
    }

    private static ReleaseResult result(CompletableFuture<ReleaseResult> releasing) throws Exception {
        return releasing.get(30, TimeUnit.SECONDS);
    }

    /** Takes all threads that send releases. */
    private List<CompletableFuture<ReleaseResult>> fillTheThreads() throws InterruptedException {
        List<CompletableFuture<ReleaseResult>> hanging = new ArrayList<>();
        bench.backend.release = this::silent;
        for (int i = 0; i < ClientThreads.RELEASE_THREADS; i++) {
            hanging.add(bench.acquire("hangs-" + i).releaseAsync());
        }
        await().until(() -> bench.backend.released.size() == ClientThreads.RELEASE_THREADS);
        return hanging;
    }

    @Test
    void the_caller_does_not_wait_and_its_hold_is_over_at_once() throws Exception {
        LockHandle handle = bench.acquire("a");
        bench.backend.release = this::silent;
        CompletableFuture<ReleaseResult> releasing = handle.releaseAsync();
        assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        assertThat(handle.remaining()).isZero();
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.NOT_HELD);
        store.awaitReached();
        bench.clock.advance(LEASE.dividedBy(2));
        assertThat(releasing).isNotDone();
        store.open();
        assertThat(result(releasing)).isEqualTo(ReleaseResult.RELEASED);
        assertThat(bench.backend.renewed).isEmpty();
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Released");
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
    }

    @Test
    void every_release_of_a_handle_has_the_result_of_the_first() throws Exception {
        LockHandle handle = bench.acquire("a");
        bench.backend.release = attempt -> {
            store.pass();
            return new ReleaseOutcome.NotOwner();
        };
        CompletableFuture<ReleaseResult> first = handle.releaseAsync();
        CompletableFuture<ReleaseResult> second = handle.releaseAsync();
        CompletableFuture<ReleaseResult> blocking = CompletableFuture.supplyAsync(handle::release);
        store.awaitReached();
        store.open();
        assertThat(result(first)).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(result(second)).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(result(blocking)).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(result(handle.releaseAsync())).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void a_release_of_a_hold_that_was_lost_or_released_has_its_result_at_once() throws Exception {
        LockHandle released = bench.acquire("a");
        released.release();
        assertThat(released.releaseAsync()).isCompletedWithValue(ReleaseResult.RELEASED);
        LockHandle lost = bench.acquire("b");
        bench.backend.context.reportLost(bench.backend.idOf(1), "deleted");
        assertThat(lost.releaseAsync()).isCompletedWithValue(ReleaseResult.NOT_HELD);
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void what_the_user_does_to_the_future_does_not_undo_the_release() throws Exception {
        LockHandle handle = bench.acquire("a");
        bench.backend.release = this::silent;
        handle.releaseAsync().cancel(true);
        handle.releaseAsync().complete(ReleaseResult.NOT_HELD);
        CompletableFuture<ReleaseResult> releasing = handle.releaseAsync();
        store.open();
        assertThat(result(releasing)).isEqualTo(ReleaseResult.RELEASED);
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    void dependents_run_on_callback_threads_and_may_block_without_keeping_the_next_release() throws Exception {
        bench.backend.release = this::silent;
        CountDownLatch blocked = new CountDownLatch(16);
        List<String> threads = new CopyOnWriteArrayList<>();
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 16; i++) {
            bench.acquire("n" + i).releaseAsync().thenAccept(result -> {
                threads.add(Thread.currentThread().getName());
                blocked.countDown();
                awaitUninterruptibly(gate);
            });
        }
        store.open();
        assertThat(blocked.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(result(bench.acquire("a").releaseAsync())).isEqualTo(ReleaseResult.RELEASED);
        gate.countDown();
        assertThat(threads).allMatch(name -> name.startsWith("interlock-callback"));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_release_that_gets_no_thread_in_time_is_unknown_reported_and_compensated() throws Exception {
        List<CompletableFuture<ReleaseResult>> hanging = fillTheThreads();
        CompletableFuture<ReleaseResult> late = bench.acquire("late").releaseAsync();
        bench.clock.advance(Duration.ofMillis(4_999));
        assertThat(late).isNotDone();
        bench.clock.advance(Duration.ofMillis(1));
        assertThat(result(late)).isEqualTo(ReleaseResult.UNKNOWN);
        assertThat(hanging).noneMatch(CompletableFuture::isDone);
        LockEvent last = bench.eventsOf("late").get(1);
        assertThat(last)
                .isInstanceOfSatisfying(
                        LockEvent.ReleaseFailed.class,
                        failed -> assertThat(failed.reason()).contains("no release thread", "within 5000 ms"));
        assertThat(bench.kinds("late")).containsExactly("Acquired", "ReleaseFailed");
        await().until(() -> releasedNames().contains("late"));
        store.open();
        for (CompletableFuture<ReleaseResult> each : hanging) {
            assertThat(result(each)).isEqualTo(ReleaseResult.RELEASED);
        }
        bench.advanceUntil(Duration.ofSeconds(1), () -> bench.engine.kept().isEmpty());
        assertThat(releasedNames()).containsOnlyOnce("late");
    }

    private List<String> releasedNames() {
        return bench.backend.released.stream()
                .map(attempt -> attempt.name().value())
                .toList();
    }

    @Test
    void a_release_that_waits_for_a_thread_is_sent_when_one_comes_free() throws Exception {
        fillTheThreads();
        CompletableFuture<ReleaseResult> waiting = bench.acquire("waits").releaseAsync();
        store.open();
        assertThat(result(waiting)).isEqualTo(ReleaseResult.RELEASED);
        bench.clock.advance(Duration.ofSeconds(5));
        assertThat(bench.kinds("waits")).containsExactly("Acquired", "Released");
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
    }

    @Test
    void a_waiter_of_the_same_client_gets_the_lock_without_a_request() throws Exception {
        ScriptedBackend backend = new ScriptedBackend();
        backend.maxTokens = 64;
        bench.close();
        bench = new EngineBench(ClientOptions.STANDARD.withHandOff(new HandOff(16, Duration.ofMinutes(1))), backend);
        LockHandle before = bench.acquire("a");
        CompletableFuture<LockHandle> first = bench.client.lock("a").acquireAsync(WAITING);
        CompletableFuture<LockHandle> second = bench.client.lock("a").acquireAsync(WAITING);
        before.release();
        CompletableFuture<ReleaseResult> releasing =
                first.get(30, TimeUnit.SECONDS).releaseAsync();
        assertThat(releasing).isCompletedWithValue(ReleaseResult.RELEASED);
        assertThat(second.get(30, TimeUnit.SECONDS).fencingToken()).isEqualTo(3);
        assertThat(backend.released).hasSize(1);
    }

    @Test
    void a_close_waits_for_releases_that_wait_for_a_thread() throws Exception {
        List<CompletableFuture<ReleaseResult>> asked = fillTheThreads();
        asked.add(bench.acquire("last").releaseAsync());
        CompletableFuture<Void> closing = CompletableFuture.runAsync(bench::close);
        await().until(bench.engine.threads.releases.threads()::isShutdown);
        assertThat(bench.backend.closed).isFalse();
        store.open();
        closing.get(30, TimeUnit.SECONDS);
        for (CompletableFuture<ReleaseResult> each : asked) {
            assertThat(result(each)).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    void every_future_ends_when_the_client_is_closed_under_a_store_that_hangs() throws Exception {
        bench.close();
        bench = new EngineBench(ClientOptions.STANDARD.withCloseTimeout(Duration.ofMillis(200)));
        List<CompletableFuture<ReleaseResult>> asked = fillTheThreads();
        for (int i = 0; i < 4; i++) {
            asked.add(bench.acquire("waits-" + i).releaseAsync());
        }
        bench.close();
        for (CompletableFuture<ReleaseResult> each : asked) {
            assertThat(result(each)).isEqualTo(ReleaseResult.UNKNOWN);
        }
        store.open();
        assertThat(bench.engine.threads.releases.threads().awaitTermination(30, TimeUnit.SECONDS))
                .isTrue();
        assertThat(bench.backend.released).as("what the store was asked").hasSize(ClientThreads.RELEASE_THREADS);
        assertThat(bench.engine.isIdle()).isTrue();
    }

    @Test
    void a_handle_of_a_closed_client_says_that_its_lock_is_not_held() throws Exception {
        LockHandle handle = bench.acquire("a");
        bench.close();
        assertThat(handle.releaseAsync()).isCompletedWithValue(ReleaseResult.NOT_HELD);
    }

    @Test
    void a_set_is_over_at_once_and_its_locks_are_released_in_reverse_order() throws Exception {
        MultiLockHandle set = bench.client.lockAll(List.of("a", "b", "c")).acquire(ONCE);
        bench.backend.release = this::silent;
        CompletableFuture<ReleaseResult> releasing = set.releaseAsync();
        assertThat(set.state()).isEqualTo(HandleState.RELEASED);
        store.awaitReached();
        assertThat(releasing).isNotDone();
        store.open();
        assertThat(result(releasing)).isEqualTo(ReleaseResult.RELEASED);
        assertThat(releasedNames()).containsExactly("c", "b", "a");
        assertThat(set.release()).isEqualTo(ReleaseResult.RELEASED);
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
    }

    @Test
    void a_set_is_released_by_one_request_where_the_store_can() throws Exception {
        bench.close();
        ScriptedBackend backend = new ScriptedBackend();
        ScriptedBulk bulk = new ScriptedBulk(backend);
        bench = new EngineBench(ClientOptions.STANDARD, backend);
        MultiLockHandle set = bench.client.lockAll(List.of("a", "b")).acquire(ONCE);
        assertThat(result(set.releaseAsync())).isEqualTo(ReleaseResult.RELEASED);
        assertThat(bulk.freed).hasSize(2);
        assertThat(backend.released).isEmpty();
    }

    @Test
    void a_set_of_which_a_lock_gives_no_answer_leaves_the_rest_to_the_background() throws Exception {
        MultiLockHandle set = bench.client.lockAll(List.of("a", "b", "c")).acquire(ONCE);
        bench.backend.release = attempt -> ScriptedBackend.releaseNotAnswered();
        CompletableFuture<ReleaseResult> releasing = set.releaseAsync();
        assertThat(result(releasing)).isEqualTo(ReleaseResult.UNKNOWN);
        assertThat(bench.kinds("a")).containsExactly("Acquired", "ReleaseFailed");
        await().until(() -> releasedNames().contains("a"));
    }

    @Test
    void a_set_that_lost_a_lock_is_not_held() throws Exception {
        MultiLockHandle set = bench.client.lockAll(List.of("a", "b")).acquire(ONCE);
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
        assertThat(result(set.releaseAsync())).isEqualTo(ReleaseResult.NOT_HELD);
    }
}
