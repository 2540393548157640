// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import static dev.interlock.internal.client.EngineBench.ONCE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static dev.interlock.internal.client.ScriptedBackend.contended;
import static dev.interlock.internal.client.ScriptedBackend.noAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.RetryPolicy;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ThreadGate;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The waiters of one client for one name. */
class LocalQueueTest {

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private CompletableFuture<LockHandle> waiter() {
        return bench.client.lock("a").acquireAsync(WAITING);
    }

    @Test
    void waiters_are_served_in_order_and_none_asks_the_store_before_its_turn() throws InterruptedException {
        LockHandle holder = bench.acquire("a");
        List<CompletableFuture<LockHandle>> waiters = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiters.add(waiter());
        }
        for (int i = 0; i < 20; i++) {
            assertThat(bench.backend.acquired).hasSize(1 + i);
            assertThat(waiters.subList(i, 20)).noneMatch(CompletableFuture::isDone);
            holder.release();
            holder = waiters.get(i).join();
            assertThat(holder.fencingToken()).isEqualTo(i + 2);
        }
        holder.release();
        await().until(bench.engine.holds.queues::isEmpty);
    }

    /** So that a client whose callers come and go reserves tokens for hand-off as others do. */
    @Test
    void how_many_wanted_a_lock_at_once_is_forgotten_one_by_one() throws InterruptedException {
        LockHandle holder = bench.acquire("a");
        CompletableFuture<LockHandle> first = waiter();
        List<CompletableFuture<LockHandle>> others = List.of(waiter(), waiter());
        others.forEach(each -> each.cancel(false));
        await().until(() -> bench.engine.acquisitions.all().size() == 1);
        assertThat(bench.engine.holds.queues.demand(new LockName("a"))).isEqualTo(3);
        holder.release();
        first.join();
        assertThat(bench.engine.holds.queues.demand(new LockName("a"))).isEqualTo(2);
    }

    @Test
    void only_the_head_asks_while_another_client_holds_the_lock() {
        bench.backend.acquire = attempt -> contended();
        CompletableFuture<LockHandle> head = waiter();
        CompletableFuture<LockHandle> second = waiter();
        bench.advanceUntil(Duration.ofMillis(500), () -> bench.backend.acquired.size() >= 5);
        assertThat(bench.backend.acquired).containsOnly(bench.backend.acquired.get(0));
        // The head rests, since the clock stands still: only the one after it can ask and be granted.
        bench.backend.acquire = bench.backend::grant;
        head.cancel(true);
        assertThat(second.join().fencingToken()).isPositive();
    }

    @Test
    void a_waiter_behind_others_reports_contention_only_where_the_lock_is_taken() {
        bench.backend.acquire = attempt -> noAnswer();
        CompletableFuture<LockHandle> head = waiter();
        await().until(() -> !bench.backend.acquired.isEmpty());
        CompletableFuture<LockHandle> inOutage = waiter(Duration.ofMillis(300));
        bench.advanceUntil(Duration.ofMillis(100), inOutage::isDone);
        assertThat(inOutage).isCompletedExceptionally();
        assertThat(bench.kinds("a")).doesNotContain("Contended");
        bench.backend.acquire = attempt -> contended();
        bench.advanceUntil(Duration.ofMillis(200), () -> bench.kinds("a").contains("Contended"));
        CompletableFuture<LockHandle> inVain = waiter(Duration.ofSeconds(5));
        bench.advanceUntil(Duration.ofMillis(200), inVain::isDone);
        assertThatThrownBy(inVain::join).hasCauseInstanceOf(LockTimeoutException.class);
        assertThat(bench.kinds("a").stream().filter("Contended"::equals))
                .as("the head and the one behind it")
                .hasSize(2);
        head.cancel(true);
    }

    private CompletableFuture<LockHandle> waiter(Duration limit) {
        return bench.client.lock("a").acquireAsync(WAITING.withMaxWait(limit));
    }

    @Test
    void a_waiter_in_the_middle_leaves_without_disturbing_the_others() throws InterruptedException {
        LockHandle holder = bench.acquire("a");
        CompletableFuture<LockHandle> first = waiter();
        CompletableFuture<LockHandle> middle = waiter();
        CompletableFuture<LockHandle> last = waiter();
        middle.cancel(true);
        holder.release();
        first.join().release();
        last.join().release();
        assertThat(bench.backend.acquired).hasSize(3);
        await().until(bench.engine.holds.queues::isEmpty);
    }

    @Test
    void a_cancelled_head_settles_its_attempt_before_the_next_one_asks() throws InterruptedException {
        ThreadGate attempt = new ThreadGate();
        ThreadGate compensation = new ThreadGate();
        bench.backend.thenAcquire(any -> {
            attempt.pass();
            return noAnswer();
        });
        bench.backend.thenRelease(any -> {
            compensation.pass();
            return new ReleaseOutcome.Released();
        });
        CompletableFuture<LockHandle> head = waiter();
        attempt.awaitReached();
        CompletableFuture<LockHandle> next = waiter();
        head.cancel(true);
        assertThat(bench.backend.acquired).hasSize(1);
        attempt.open();
        compensation.awaitReached();
        assertThat(bench.backend.acquired).hasSize(1);
        assertThat(next).isNotDone();
        compensation.open();
        assertThat(next.join().fencingToken()).isPositive();
        assertThat(bench.backend.acquired).hasSize(2);
    }

    @Test
    void a_compensation_that_throws_does_not_keep_the_next_one_waiting() throws InterruptedException {
        ThreadGate attempt = new ThreadGate();
        bench.backend.thenAcquire(any -> {
            attempt.pass();
            return noAnswer();
        });
        bench.backend.thenRelease(any -> {
            throw new NoClassDefFoundError("Driver");
        });
        CompletableFuture<LockHandle> head = waiter();
        attempt.awaitReached();
        CompletableFuture<LockHandle> next = waiter();
        head.cancel(true);
        attempt.open();
        assertThat(next.join().fencingToken()).isPositive();
    }

    @Test
    void a_try_fails_at_once_without_asking_while_the_lock_is_held_here() throws InterruptedException {
        LockHandle holder = bench.acquire("a");
        assertThat(bench.client.lock("a").tryAcquire()).isEmpty();
        assertThat(bench.client.lock("a").tryAcquire(ONCE)).isEmpty();
        assertThatThrownBy(() -> bench.acquire("a"))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessage(
                        "'a' not acquired within 0 ms: held by this client itself, for the very thread that asks again"
                                + " (scripted store); a thread that acquires a lock twice through handles waits for"
                                + " itself: pass the handle on, or use asLock, which is re-entrant");
        assertThat(bench.backend.acquired).hasSize(1);
        holder.release();
        assertThat(bench.client.lock("a").tryAcquire()).isPresent();
    }

    @Test
    void a_try_fails_at_once_without_asking_while_the_lock_is_waited_for_here() {
        bench.backend.acquire = attempt -> contended();
        CompletableFuture<LockHandle> waiter = waiter();
        await().until(() -> bench.backend.acquired.size() == 1);
        assertThat(bench.client.lock("a").tryAcquire()).isEmpty();
        assertThat(bench.backend.acquired).hasSize(1);
        waiter.cancel(true);
        await().until(bench.engine.holds.queues::isEmpty);
    }

    @Test
    void a_try_beside_a_waiter_whose_look_failed_asks_the_store_itself() {
        bench.backend.thenAcquire(attempt -> noAnswer());
        CompletableFuture<LockHandle> waiter = waiter();
        // It rests after its failed look.
        await().until(() -> !bench.engine.threads.timers.isEmpty());
        bench.backend.thenAcquire(attempt -> refused());
        assertThatThrownBy(() -> bench.client.lock("a").tryAcquire())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessage("store is read-only");
        assertThat(bench.client.lock("a").tryAcquire()).isPresent();
        assertThat(bench.client.lock("a").tryAcquire())
                .as("it is held here now")
                .isEmpty();
        assertThat(bench.backend.acquired).hasSize(3);
        waiter.cancel(true);
    }

    @Test
    void a_try_while_an_attempt_without_an_answer_is_compensated_does_not_find_the_lock_taken()
            throws InterruptedException {
        ThreadGate compensation = new ThreadGate();
        bench.backend.acquire = attempt -> noAnswer();
        bench.backend.thenRelease(any -> {
            compensation.pass();
            return new ReleaseOutcome.Released();
        });
        CompletableFuture<LockHandle> waiter =
                bench.client.lock("a").acquireAsync(WAITING.withRetry(RetryPolicy.STANDARD.withMaxAttempts(1)));
        compensation.awaitReached();
        assertThatThrownBy(waiter::join).hasCauseInstanceOf(LockOutcomeUnknownException.class);
        assertThatThrownBy(() -> bench.client.lock("a").tryAcquire()).isInstanceOf(LockOutcomeUnknownException.class);
        compensation.open();
        await().until(bench.engine.holds.queues::isEmpty);
    }

    @Test
    void a_try_beside_an_unanswered_head_ends_with_the_answer_to_it() throws InterruptedException {
        assertThat(triedBeside(attempt -> contended())).isEqualTo("empty");
        assertThat(triedBeside(attempt -> refused()))
                .asString()
                .contains("LockUnavailableException")
                .contains("an earlier request of this client is still unanswered (store is read-only)");
        assertThat(triedBeside(bench.backend::grant)).isEqualTo("empty");
    }

    /** How a try ends that came while the head's request was under way, and sends none itself. */
    private String triedBeside(Function<Attempt, AcquireOutcome> answer) throws InterruptedException {
        ThreadGate look = new ThreadGate();
        bench.backend.thenAcquire(attempt -> {
            look.pass();
            return answer.apply(attempt);
        });
        int before = bench.backend.acquired.size();
        CompletableFuture<LockHandle> head = waiter();
        look.awaitReached();
        CompletableFuture<String> beside = CompletableFuture.supplyAsync(() -> {
            try {
                return bench.client.lock("a").tryAcquire().isPresent() ? "granted" : "empty";
            } catch (RuntimeException e) {
                return e.toString();
            }
        });
        await().until(() -> beside.isDone() || bench.engine.acquisitions.all().size() == 2);
        look.open();
        String ended = beside.join();
        assertThat(bench.backend.acquired).hasSize(before + 1);
        head.cancel(true);
        head.whenComplete((handle, failure) -> {
            if (handle != null) {
                handle.release();
            }
        });
        await().until(bench.engine::isIdle);
        return ended;
    }

    @Test
    void a_waiter_behind_one_whose_look_failed_does_not_find_the_lock_taken() {
        bench.backend.acquire = attempt -> refused();
        CompletableFuture<LockHandle> head = waiter();
        // It rests after its failed look.
        await().until(() -> !bench.engine.threads.timers.isEmpty());
        CompletableFuture<LockHandle> behind =
                bench.client.lock("a").acquireAsync(AcquireOptions.waitAtMost(Duration.ofSeconds(3)));
        bench.advanceUntil(Duration.ofSeconds(1), behind::isDone);
        assertThatThrownBy(behind::join)
                .hasCauseInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("'a' not acquired within 3000 ms")
                .hasMessageContaining("store is read-only");
        assertThat(bench.backend.acquired).as("sent by the head only").containsOnly(bench.backend.acquired.get(0));
        head.cancel(true);
    }

    @Test
    void a_try_does_not_wait_for_a_head_that_has_no_thread_to_ask_on() throws Exception {
        ThreadGate store = new ThreadGate();
        bench.backend.acquire = attempt -> {
            if (!attempt.name().value().equals("a")) {
                store.pass();
            }
            return bench.backend.grant(attempt);
        };
        for (int i = 0; i < ClientThreads.WORK_THREADS; i++) {
            assertThat(bench.client.lock("stuck-" + i).acquireAsync(WAITING)).isNotNull();
        }
        await().until(() -> bench.backend.acquired.size() == ClientThreads.WORK_THREADS);
        CompletableFuture<LockHandle> head = waiter();
        CompletableFuture<Boolean> granted = CompletableFuture.supplyAsync(() ->
                bench.client.lock("a").tryAcquire().map(LockHandle::release).isPresent());
        try {
            assertThat(granted.get(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            store.open();
        }
        assertThat(head.join().fencingToken()).isPositive();
    }

    private static AcquireOutcome refused() {
        return new AcquireOutcome.Refused(new LockUnavailableException("store is read-only", null), true);
    }

    @Test
    void a_loss_lets_the_next_one_ask() throws InterruptedException {
        LockHandle holder = bench.acquire("a");
        CompletableFuture<LockHandle> next = waiter();
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
        assertThat(next.join().fencingToken()).isGreaterThan(holder.fencingToken());
    }

    @Test
    void a_waiter_whose_turn_never_comes_times_out_without_having_asked() throws InterruptedException {
        LockHandle holder = bench.acquire("a");
        CompletableFuture<LockHandle> waiter =
                bench.client.lock("a").acquireAsync(AcquireOptions.waitAtMost(Duration.ofSeconds(3)));
        bench.advanceUntil(Duration.ofSeconds(1), waiter::isDone);
        assertThatThrownBy(waiter::join)
                .hasCauseInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("not acquired within 3000 ms: held by this client itself")
                .hasMessageNotContaining("attempts");
        assertThat(bench.backend.acquired).hasSize(1);
        assertThat(holder.state()).isEqualTo(dev.interlock.HandleState.HELD);
    }

    @Test
    void a_hundred_thousand_names_leave_nothing_behind() throws InterruptedException {
        for (int i = 0; i < 100_000; i++) {
            bench.backend.acquired.clear();
            bench.backend.released.clear();
            bench.acquire("name-" + i).release();
        }
        assertThat(bench.engine.holds.queues.isEmpty()).isTrue();
        assertThat(bench.engine.threads.timers.isEmpty()).isTrue();
        assertThat(bench.engine.isIdle()).isTrue();
    }

    @Test
    void a_time_out_names_the_thread_of_this_client_that_holds_the_lock() throws InterruptedException {
        AtomicReference<LockHandle> held = new AtomicReference<>();
        Thread holder =
                new Thread(() -> held.set(bench.client.lock("a").tryAcquire().orElseThrow()), "order-worker-3");
        holder.start();
        holder.join();
        assertThat(held.get().remaining()).isPositive();
        assertThatThrownBy(() -> bench.acquire("a"))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining(
                        "held by this client itself, for thread 'order-worker-3' (scripted store); wait longer, or try later");
    }

    @Test
    void a_time_out_shows_the_hint_of_the_client_that_holds_the_lock_itself() throws InterruptedException {
        ClientOptions hinted = ClientOptions.STANDARD.withHolderHint("orders-3");
        try (LockClient client = LockClient.using(new MemoryStore().backend(), hinted)) {
            LockHandle held = client.lock("a").tryAcquire().orElseThrow();
            assertThat(held.state()).isEqualTo(HandleState.HELD);
            assertThatThrownBy(() -> client.lock("a").acquire(AcquireOptions.waitAtMost(Duration.ofMillis(1))))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining(
                            "held by this client itself ('orders-3'), for the very thread that asks again");
        }
    }

    @Test
    void a_time_out_counts_the_attempts_at_the_store() {
        bench.backend.acquire = attempt -> contended();
        assertThatThrownBy(() -> bench.acquire("a"))
                .hasMessage("'a' not acquired within 0 ms: held by another owner (scripted store, 1 attempt);"
                        + " wait longer, or try later");
    }
}
