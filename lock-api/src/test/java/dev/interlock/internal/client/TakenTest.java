// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A caller that does not wait did not time out: its listeners learn that the lock was taken. */
class TakenTest {

    private static final AcquireOptions NO_WAIT = AcquireOptions.waitAtMost(Duration.ZERO);

    private final MemoryStore store = new MemoryStore();
    private final ConcurrentLinkedQueue<String> ends = new ConcurrentLinkedQueue<>();
    private final LockClient holder = LockClient.using(store.backend(), ClientOptions.STANDARD);
    private final LockClient client = LockClient.using(
            store.backend(),
            ClientOptions.STANDARD.withListeners(
                    event -> ends.add(event.getClass().getSimpleName())));
    private LockHandle held;

    @BeforeEach
    void hold() {
        held = holder.lock("a").tryAcquire().orElseThrow();
    }

    @AfterEach
    void close() {
        held.close();
        client.close();
        holder.close();
    }

    @Test
    void a_try_finds_the_lock_taken() {
        assertThat(client.lock("a").tryAcquire()).isEmpty();
        assertEnd("Contended", "Taken");
    }

    @Test
    void a_try_by_options_finds_the_lock_taken() throws InterruptedException {
        assertThat(client.lock("a").tryAcquire(NO_WAIT)).isEmpty();
        assertEnd("Contended", "Taken");
    }

    @Test
    void a_call_that_is_skipped_finds_the_lock_taken() throws Exception {
        assertThat(client.lock("a").runIfFree(handle -> {})).isFalse();
        assertEnd("Contended", "Taken");
    }

    @Test
    void a_call_that_fails_at_once_finds_the_lock_taken() {
        assertThatThrownBy(() -> client.lock("a").acquire(NO_WAIT)).isInstanceOf(LockTimeoutException.class);
        assertEnd("Contended", "Taken");
    }

    @Test
    @SuppressWarnings("LockNotBeforeTry") // it is not locked
    void a_try_of_a_view_finds_the_lock_taken() {
        assertThat(client.lock("a").asLock(AcquireOptions.inherited()).tryLock())
                .isFalse();
        assertEnd("Contended", "Taken");
    }

    @Test
    void a_try_of_a_set_finds_one_lock_taken() {
        assertThat(client.lockAll(List.of("a", "b")).tryAcquire()).isEmpty();
        assertEnd("Contended", "Taken");
    }

    @Test
    void a_wait_times_out() throws InterruptedException {
        assertThat(client.lock("a").tryAcquire(AcquireOptions.waitAtMost(Duration.ofMillis(20))))
                .isEmpty();
        assertEnd("Contended", "WaitersChanged", "WaitersChanged", "TimedOut");
    }

    private void assertEnd(String... kinds) {
        await().untilAsserted(() -> assertThat(ends).containsExactly(kinds));
    }
}
