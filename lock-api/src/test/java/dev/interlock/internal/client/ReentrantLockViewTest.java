// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockLostException;
import dev.interlock.LockView;
import dev.interlock.RenewResult;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lock seen as a {@link java.util.concurrent.locks.Lock}. */
@SuppressWarnings("LockNotBeforeTry") // the steps between lock and unlock are what is tested
class ReentrantLockViewTest {

    private final EngineBench bench = new EngineBench();
    private final LockView view = view();

    private LockView view() {
        return bench.client.lock("a").asLock(AcquireOptions.inherited().withLease(LEASE));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private void lose() {
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
    }

    @Test
    void lock_never_returns_without_the_lock_although_attempts_are_capped() throws Exception {
        bench.backend
                .thenAcquire(attempt -> ScriptedBackend.contended())
                .thenAcquire(attempt -> ScriptedBackend.contended());
        LockView capped = bench.client
                .lock("a")
                .asLock(AcquireOptions.inherited().withRetry(RetryPolicy.STANDARD.withMaxAttempts(1)));
        CompletableFuture<Integer> depth = CompletableFuture.supplyAsync(() -> {
            capped.lock();
            return capped.holdCount();
        });
        bench.advanceUntil(RetryPolicy.STANDARD.maxPause(), depth::isDone);
        assertThat(depth.join()).isEqualTo(1);
        assertThat(bench.backend.acquired).hasSize(3);
    }

    @Test
    void nested_locking_takes_no_new_lease_and_keeps_the_token_in_every_view() throws InterruptedException {
        view.lock();
        long token = view.fencingToken();
        assertThat(token).as("that of the grant").isEqualTo(1);
        assertThat(view().tryLock()).isTrue();
        view().lockInterruptibly();
        assertThat(view().tryLock(1, TimeUnit.SECONDS)).isTrue();
        assertThat(view.holdCount()).isEqualTo(4);
        assertThat(view().fencingToken()).isEqualTo(token);
        view.ensureHeld(Duration.ofSeconds(1));
        assertThatThrownBy(() -> view.ensureHeld(Duration.ofDays(1))).isInstanceOf(LockLostException.class);
        for (int depth = 3; depth >= 0; depth--) {
            assertThat(bench.backend.released).isEmpty();
            view.unlock();
            assertThat(view.holdCount()).isEqualTo(depth);
        }
        assertThat(bench.backend.acquired).hasSize(1);
        assertThat(bench.backend.released).hasSize(1);
        await().until(bench.engine::isIdle);
    }

    @Test
    void the_thread_that_holds_the_lock_can_renew_it() {
        view.lock();
        Duration longer = LEASE.multipliedBy(2);
        assertThat(view.renew(longer)).isEqualTo(RenewResult.RENEWED);
        assertThat(bench.backend.renewed).containsExactly(longer);
        view.unlock();
        assertThatThrownBy(() -> view.renew(longer)).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void another_thread_does_not_hold_what_this_one_holds() {
        view.lock();
        CompletableFuture.runAsync(() -> {
                    assertThat(view.holdCount()).isZero();
                    assertThat(view.tryLock()).isFalse();
                    assertThatThrownBy(view::unlock)
                            .isInstanceOf(IllegalMonitorStateException.class)
                            .hasMessageContaining("'a' is not held by thread");
                    assertThatThrownBy(view::fencingToken).isInstanceOf(IllegalMonitorStateException.class);
                    assertThatThrownBy(() -> view.ensureHeld(Duration.ZERO))
                            .isInstanceOf(IllegalMonitorStateException.class);
                })
                .join();
        assertThat(view.holdCount()).isEqualTo(1);
        view.unlock();
    }

    @Test
    void a_lost_lock_cannot_be_entered_again_and_every_unlock_says_so() {
        view.lock();
        view.lock();
        lose();
        assertThatThrownBy(view::lock)
                .isInstanceOfSatisfying(
                        LockLostException.class, e -> assertThat(e.state()).isEqualTo(HandleState.LOST))
                .hasMessageContaining("depth 2");
        assertThatThrownBy(view::tryLock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(view::unlock).isInstanceOf(LockLostException.class);
        assertThat(view.holdCount()).isEqualTo(1);
        assertThatThrownBy(view::unlock).isInstanceOf(LockLostException.class);
        assertThat(view.holdCount()).isZero();
        view.lock();
        assertThat(view.holdCount()).isEqualTo(1);
        view.unlock();
    }

    @Test
    void an_uncertain_lock_cannot_be_entered_again() {
        bench.backend.renew = grant -> ScriptedBackend.renewalNotAnswered();
        view.lock();
        bench.backend.context.reportUncertain(bench.backend.idOf(0), "connection suspended");
        assertThatThrownBy(view::lock).isInstanceOf(LockLostException.class).hasMessageContaining("UNCERTAIN");
        view.unlock();
        assertThat(view.holdCount()).isZero();
    }

    @Test
    void the_last_unlock_of_a_lock_that_the_store_gave_to_another_says_so() {
        view.lock();
        bench.backend.thenRelease(attempt -> new ReleaseOutcome.NotOwner());
        assertThatThrownBy(view::unlock)
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("others may have been inside");
        assertThat(view.holdCount()).isZero();
    }

    @Test
    void the_last_unlock_says_so_when_the_release_of_a_closed_client_was_not_confirmed() {
        view.lock();
        bench.backend.release = attempt -> ScriptedBackend.releaseNotAnswered();
        bench.client.close();
        assertThatThrownBy(view::unlock).isInstanceOf(LockLostException.class);
        assertThat(view.holdCount()).isZero();
    }

    @Test
    void lock_waits_without_limit_and_keeps_an_interrupt() throws Exception {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        CompletableFuture<Thread> started = new CompletableFuture<>();
        CompletableFuture<Boolean> interrupted = CompletableFuture.supplyAsync(() -> {
            started.complete(Thread.currentThread());
            view.lock();
            view.unlock();
            return Thread.interrupted();
        });
        started.join().interrupt();
        for (int day = 0; day < 1_000; day++) {
            bench.clock.advance(Duration.ofDays(1));
        }
        assertThat(interrupted).isNotDone();
        bench.backend.acquire = bench.backend::grant;
        bench.advanceUntil(Duration.ofSeconds(1), interrupted::isDone);
        assertThat(interrupted.join()).isTrue();
    }

    @Test
    void lock_interruptibly_ends_with_the_interrupt() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(view::lockInterruptibly).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> view.tryLock(1, TimeUnit.DAYS)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(bench.engine.isIdle()).isTrue();
    }

    @Test
    void waits_may_be_negative_or_endless() throws InterruptedException {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.contended());
        assertThat(view.tryLock(-1, TimeUnit.SECONDS)).isFalse();
        assertThat(view.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
        view.unlock();
    }

    @Test
    void a_thread_that_died_with_the_lock_is_not_renewed_for_and_leaves_nothing() throws InterruptedException {
        List<Callable<?>> ways = List.of(
                Executors.callable(view::lock),
                () -> {
                    view.lockInterruptibly();
                    return true;
                },
                view::tryLock,
                () -> view.tryLock(1, TimeUnit.SECONDS));
        for (int way = 0; way < ways.size(); way++) {
            Thread owner = new Thread(new FutureTask<>(ways.get(way)));
            owner.start();
            owner.join();
            bench.clock.advance(LEASE.dividedBy(3));
            bench.advanceUntil(LEASE, bench.engine::isIdle);
            assertThat(bench.backend.renewed).as("way %d", way).isEmpty();
            assertThat(bench.kinds("a")).hasSize(3 * (way + 1)).endsWith("Acquired", "Abandoned", "Lost");
            await().until(bench.engine.entered::isEmpty);
        }
    }

    @Test
    void conditions_are_not_supported() {
        assertThatThrownBy(view::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void a_view_shows_its_name_and_what_is_left_of_this_threads_hold() {
        assertThat(view.name()).isEqualTo("a");
        assertThat(view.remaining()).isZero();
        assertThat(view).hasToString("LockView['a' on scripted store, not held by this thread]");
        view.lock();
        view.lock();
        bench.clock.advance(Duration.ofSeconds(1));
        assertThat(view.remaining()).isEqualTo(Duration.ofMillis(28_698));
        assertThat(view)
                .hasToString("LockView['a' on scripted store, held at depth 2 by LockHandle['a' on scripted store,"
                        + " token 1, HELD, 28698 ms left]]");
        assertThat(view.toString()).doesNotContain(bench.backend.idOf(0).text());
        assertThat(CompletableFuture.supplyAsync(view()::remaining).join()).isZero();
        lose();
        assertThat(view.remaining()).isZero();
    }
}
