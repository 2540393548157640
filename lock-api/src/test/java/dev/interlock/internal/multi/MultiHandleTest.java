// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.internal.client.ThreadGate;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A handle of several locks is worth as much as the weakest of them. */
class MultiHandleTest {

    private static final AcquireOptions ONE_TRY = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(EngineBench.LEASE)
            .withRenewal(Renewal.NONE);

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private MultiLockHandle hold() throws InterruptedException {
        return bench.client.lockAll(List.of("a", "b")).acquire(ONE_TRY);
    }

    @Test
    void the_text_names_the_locks_the_store_the_state_and_the_remaining_time() throws InterruptedException {
        MultiLockHandle handle = hold();
        assertThat(handle.toString()).matches("MultiLockHandle\\['a', 'b' on scripted store, HELD, 29\\d{3} ms left]");
        handle.close();
        assertThat(handle.toString()).contains("RELEASED");
        assertThat(bench.backend.released).hasSize(2);
    }

    @Test
    void the_close_of_a_set_says_that_one_of_its_locks_was_lost() throws InterruptedException {
        MultiLockHandle handle = hold();
        bench.backend.context.reportLost(bench.backend.idOf(1), "deleted");
        assertThatThrownBy(handle::close)
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("'a', 'b' on scripted store was lost");
    }

    @Test
    void tokens_are_those_of_the_names_and_cannot_be_changed() throws InterruptedException {
        MultiLockHandle handle = hold();
        assertThat(handle.fencingTokens()).containsEntry("a", 1L).containsEntry("b", 2L);
        assertThat(handle.fencingToken("b")).isEqualTo(2);
        assertThatThrownBy(() -> handle.fencingTokens().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void a_doubt_about_one_is_a_doubt_about_the_whole() throws InterruptedException {
        MultiLockHandle handle = bench.client.lockAll(List.of("a", "b")).acquire(EngineBench.ONCE);
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
        ThreadGate gate = new ThreadGate();
        bench.backend.thenRenew(grant -> {
            gate.pass();
            return bench.backend.renewed(EngineBench.LEASE);
        });
        bench.backend.context.reportUncertain(bench.backend.idOf(1), "connection suspended");
        gate.awaitReached();
        assertThat(handle.state()).isEqualTo(HandleState.UNCERTAIN);
        gate.open();
        await().until(() -> handle.state() == HandleState.HELD);
    }

    @Test
    void a_renewal_that_was_not_answered_for_one_is_unknown_and_the_least_time_counts() throws InterruptedException {
        MultiLockHandle handle = hold();
        bench.clock.advance(Duration.ofSeconds(10));
        bench.backend.thenRenew(grant -> bench.backend.renewed(EngineBench.LEASE));
        bench.backend.thenRenew(grant -> ScriptedBackend.renewalNotAnswered());
        assertThat(handle.renew(EngineBench.LEASE)).isEqualTo(RenewResult.UNKNOWN);
        assertThat(handle.remaining()).isBetween(Duration.ofSeconds(19), Duration.ofSeconds(20));
        handle.ensureHeld(Duration.ofSeconds(19));
        assertThatThrownBy(() -> handle.ensureHeld(Duration.ofSeconds(21))).isInstanceOf(LockLostException.class);
    }

    @Test
    void the_worst_release_of_one_is_that_of_the_whole() throws InterruptedException {
        MultiLockHandle unanswered = hold();
        bench.backend.release = attempt -> attempt.name().value().equals("a")
                ? ScriptedBackend.releaseNotAnswered()
                : new ReleaseOutcome.Released();
        assertThat(unanswered.release()).isEqualTo(ReleaseResult.UNKNOWN);
        bench.backend.release = attempt -> attempt.name().value().equals("a")
                ? ScriptedBackend.releaseNotAnswered()
                : new ReleaseOutcome.NotOwner();
        assertThat(hold().release()).isEqualTo(ReleaseResult.NOT_HELD);
    }

    @Test
    void the_check_names_the_lock_that_was_lost_and_not_one_that_was_released_with_it() throws InterruptedException {
        MultiLockHandle handle = hold();
        bench.backend.context.reportLost(bench.backend.idOf(1), "deleted");
        await().until(() -> bench.kinds("a").contains("Released"));
        assertThatThrownBy(() -> handle.ensureHeld(Duration.ZERO))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("'b' on scripted store is LOST");
    }

    @Test
    void each_lock_of_a_set_was_waited_for_since_the_caller_asked_for_the_set() throws Exception {
        LockHandle first = bench.acquire("a");
        LockHandle second = bench.acquire("b");
        CompletableFuture<MultiLockHandle> set =
                bench.client.lockAll(List.of("a", "b")).acquireAsync(EngineBench.WAITING);
        bench.advanceUntil(Duration.ofMillis(100), () -> bench.kinds("a").contains("Contended"));
        bench.clock.advance(Duration.ofSeconds(3));
        first.release();
        bench.clock.advance(Duration.ofSeconds(3));
        second.release();
        bench.advanceUntil(Duration.ofMillis(100), set::isDone);
        assertThat(waited("a").plus(Duration.ofSeconds(1))).isGreaterThan(Duration.ofSeconds(3));
        assertThat(waited("b")).isGreaterThanOrEqualTo(Duration.ofSeconds(6));
        set.get().release();
    }

    private Duration waited(String name) {
        return bench.eventsOf(name).stream()
                .filter(LockEvent.Acquired.class::isInstance)
                .map(event -> ((LockEvent.Acquired) event).waited())
                .reduce((earlier, last) -> last)
                .orElseThrow();
    }
}
