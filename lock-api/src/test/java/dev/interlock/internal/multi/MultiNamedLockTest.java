// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockTimeoutException;
import dev.interlock.MultiLock;
import dev.interlock.MultiLockHandle;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What several names are called, and with which limits and interrupts they are asked for. */
class MultiNamedLockTest {

    private static final AcquireOptions AT_ONCE = AcquireOptions.waitAtMost(Duration.ZERO);

    private final EngineBench bench = new EngineBench(ClientOptions.STANDARD.withDefaults(AT_ONCE));
    private final MultiLock two = bench.client.lockAll(List.of("a", "b"));

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void five_names_are_shown_and_the_others_counted() {
        assertThat(two).hasToString("MultiLock['a', 'b' on scripted store]");
        assertThat(bench.client.lockAll(List.of("a", "b", "c", "d", "e")))
                .hasToString("MultiLock['a', 'b', 'c', 'd', 'e' on scripted store]");
        assertThat(bench.client.lockAll(List.of("a", "b", "c", "d", "e", "f", "g")))
                .hasToString("MultiLock['a', 'b', 'c', 'd', 'e' and 2 more on scripted store]");
    }

    @Test
    void the_client_s_limit_counts_where_the_call_has_none() {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        assertThatThrownBy(() -> two.acquire(AcquireOptions.inherited())).isInstanceOf(LockTimeoutException.class);
        assertThatThrownBy(() -> two.acquireAsync(AcquireOptions.inherited()).join())
                .hasCauseInstanceOf(LockTimeoutException.class);
        assertThat(bench.backend.acquired).hasSize(2);
    }

    @Test
    void an_interrupted_thread_asks_for_nothing() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> two.acquire(AT_ONCE)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> two.tryAcquire(AT_ONCE)).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> two.withLock(AT_ONCE, MultiLockHandle::fencingTokens))
                .isInstanceOf(InterruptedException.class);
        assertThat(bench.backend.acquired).isEmpty();
    }

    @Test
    void a_try_does_not_mind_an_interrupt_and_keeps_it() {
        Thread.currentThread().interrupt();
        Optional<MultiLockHandle> handle = two.tryAcquire();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(handle).isPresent();
        handle.get().close();
    }

    @Test
    void a_future_ends_with_the_handle() {
        try (MultiLockHandle handle = two.acquireAsync(AT_ONCE).join()) {
            assertThat(handle.state()).isEqualTo(HandleState.HELD);
        }
    }

    @Test
    void a_try_with_options_that_succeeds_gives_the_handle() throws InterruptedException {
        Optional<MultiLockHandle> handle = two.tryAcquire(AT_ONCE);
        assertThat(handle).isPresent();
        handle.get().close();
    }

    @Test
    void work_under_the_locks_gives_its_result() throws InterruptedException {
        assertThat(two.<String, RuntimeException>withLock(AT_ONCE, handle -> "done"))
                .isEqualTo("done");
    }
}
