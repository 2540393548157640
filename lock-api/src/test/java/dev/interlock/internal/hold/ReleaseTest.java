// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.ScriptedBackend.releaseNotAnswered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.HandleState;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.internal.client.ThreadGate;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a hold is given back, and how that ends. */
class ReleaseTest {

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void a_confirmed_release_is_final_and_asked_for_once() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.clock.advance(Duration.ofSeconds(1));
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        handle.close();
        assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        assertThat(handle.remaining()).isZero();
        assertThat(bench.backend.released).hasSize(1);
        assertThat(bench.eventsOf("a"))
                .last()
                .isEqualTo(new LockEvent.Released("a", handle.fencingToken(), Duration.ofSeconds(1)));
    }

    @Test
    void the_close_of_a_lost_hold_says_so_each_time() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.context.reportLost(bench.backend.idOf(0), "deleted");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(handle::close)
                    .isInstanceOfSatisfying(
                            LockLostException.class, e -> assertThat(e.state()).isEqualTo(HandleState.LOST))
                    .hasMessageContaining("'a' on scripted store was lost")
                    .hasMessageContaining("token 1");
        }
    }

    @Test
    void a_close_says_what_only_the_store_knows() throws InterruptedException {
        bench.backend.thenRelease(attempt -> new ReleaseOutcome.NotOwner());
        assertThatThrownBy(bench.acquire("a")::close).isInstanceOf(LockLostException.class);
    }

    @Test
    void a_close_that_the_store_does_not_confirm_returns_and_is_reported() throws InterruptedException {
        bench.backend.release = attempt -> ScriptedBackend.releaseNotAnswered();
        bench.acquire("a").close();
        assertThat(bench.eventsOf("a")).last().isInstanceOf(LockEvent.ReleaseFailed.class);
    }

    @Test
    void a_block_whose_client_was_closed_meanwhile_does_not_end_as_if_it_were_protected() {
        assertThatThrownBy(() -> {
                    try (LockHandle handle = bench.acquire("a")) {
                        bench.close();
                        assertThat(handle.state()).isEqualTo(HandleState.LOST);
                    }
                })
                .isInstanceOf(LockLostException.class);
    }

    @Test
    void the_exception_of_a_block_comes_first_and_carries_the_loss() {
        assertThatThrownBy(() -> {
                    try (LockHandle handle = bench.acquire("a")) {
                        bench.backend.context.reportLost(bench.backend.idOf(0), "deleted");
                        throw new IllegalArgumentException(handle.lockName());
                    }
                })
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).singleElement().isInstanceOf(LockLostException.class));
    }

    @Test
    void a_check_after_the_release_blames_the_release_and_not_the_lease() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        handle.close();
        assertThatThrownBy(() -> handle.ensureHeld(Duration.ZERO))
                .isInstanceOf(LockLostException.class)
                .hasMessage("'a' on scripted store was released before: check the hold while it lasts");
    }

    @Test
    void a_release_leaves_no_timer_behind() throws InterruptedException {
        bench.acquire("a").release();
        assertThat(bench.engine.threads.timers.isEmpty()).isTrue();
    }

    @Test
    void two_threads_that_release_get_the_result_of_the_first() throws Exception {
        LockHandle handle = bench.acquire("a");
        ThreadGate gate = new ThreadGate();
        bench.backend.thenRelease(attempt -> {
            gate.pass();
            return new ReleaseOutcome.NotOwner();
        });
        CompletableFuture<ReleaseResult> first = CompletableFuture.supplyAsync(handle::release);
        gate.awaitReached();
        CompletableFuture<ReleaseResult> second = CompletableFuture.supplyAsync(handle::release);
        gate.open();
        assertThat(first.join()).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(second.join()).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void a_lock_that_was_taken_meanwhile_is_not_held_and_the_listeners_are_notified() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.thenRelease(attempt -> new ReleaseOutcome.NotOwner());
        assertThat(handle.release()).isEqualTo(ReleaseResult.NOT_HELD);
        assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        assertThat(bench.kinds("a")).containsExactly("Acquired", "ReleaseFailed");
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void not_the_owner_after_no_answer_means_released_while_the_lease_was_proven() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend
                .thenRelease(attempt -> releaseNotAnswered())
                .thenRelease(attempt -> new ReleaseOutcome.NotOwner());
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(bench.backend.released).hasSize(2);
    }

    @Test
    void not_the_owner_after_no_answer_proves_nothing_once_the_lease_has_ended() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.thenRelease(attempt -> releaseNotAnswered()).thenRelease(attempt -> {
            bench.clock.advance(LEASE);
            return new ReleaseOutcome.NotOwner();
        });
        assertThat(handle.release()).isEqualTo(ReleaseResult.UNKNOWN);
        await().until(() -> bench.backend.released.size() == 3);
    }

    @Test
    void not_the_owner_after_no_answer_proves_nothing_if_the_machine_slept() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.thenRelease(attempt -> releaseNotAnswered()).thenRelease(attempt -> {
            bench.clock.sleep(LEASE);
            return new ReleaseOutcome.NotOwner();
        });
        assertThat(handle.release()).isEqualTo(ReleaseResult.UNKNOWN);
        await().until(() -> bench.backend.released.size() == 3);
    }

    @Test
    void not_the_owner_after_no_answer_proves_nothing_if_the_hold_was_in_doubt() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.renew = grant -> ScriptedBackend.renewalNotAnswered();
        bench.backend.context.reportUncertain(bench.backend.idOf(0), "connection suspended");
        bench.backend
                .thenRelease(attempt -> releaseNotAnswered())
                .thenRelease(attempt -> new ReleaseOutcome.NotOwner());
        assertThat(handle.release()).isEqualTo(ReleaseResult.UNKNOWN);
        await().until(() -> bench.backend.released.size() == 3);
    }

    @Test
    void no_answer_twice_is_unknown_and_compensated_until_the_store_confirms() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.release = attempt -> releaseNotAnswered();
        assertThat(handle.release()).isEqualTo(ReleaseResult.UNKNOWN);
        assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        assertThat(bench.kinds("a")).containsExactly("Acquired", "ReleaseFailed");
        await().until(() -> bench.backend.released.size() == 3);
        bench.advanceUntil(Duration.ofMillis(20), () -> bench.backend.released.size() > 3);
        bench.backend.release = attempt -> new ReleaseOutcome.Released();
        bench.advanceUntil(Duration.ofSeconds(1), bench.engine.threads.timers::isEmpty);
        assertThat(bench.backend.released).allMatch(bench.backend.acquired.get(0)::equals);
    }

    @Test
    void nothing_renews_a_hold_after_its_release() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        ThreadGate gate = new ThreadGate();
        bench.backend.thenRenew(grant -> {
            gate.pass();
            return bench.backend.renewed(LEASE);
        });
        bench.clock.advance(LEASE.dividedBy(3));
        gate.awaitReached();
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        gate.open();
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.NOT_HELD);
        bench.clock.advance(LEASE.multipliedBy(3));
        assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        assertThat(bench.backend.renewed).hasSize(1);
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Released");
    }

    @Test
    void reports_about_a_released_hold_are_ignored() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.thenRenew(grant -> new RenewOutcome.NotOwner("gone"));
        handle.release();
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
        bench.backend.context.reportUncertain(bench.backend.idOf(0), "connection suspended");
        assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Released");
    }
}
