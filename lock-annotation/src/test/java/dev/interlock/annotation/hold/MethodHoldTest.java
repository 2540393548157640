// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How the hold of a call ends that has a shortest hold. */
class MethodHoldTest {

    private final MemoryStore store = new MemoryStore();
    private final LockClient client = LockClient.using(store.backend(), ClientOptions.STANDARD);
    private final CallsAtWork calls = new CallsAtWork();
    private final MethodHold hold = new MethodHold(
            new HeldLock(client, "Test.method", client.lock("a").tryAcquire().orElseThrow()),
            Duration.ofHours(1),
            Runnable::run,
            calls);

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void the_lock_is_kept_after_the_call_until_the_application_ends() {
        assertThat(hold.end()).isNull();
        assertThat(calls.count()).isZero();
        assertThat(client.inspect("a")).isPresent();
        calls.awaitEnd(Duration.ZERO, "grace");
        assertThat(client.inspect("a")).isEmpty();
    }

    @Test
    void a_loss_before_the_end_of_the_call_is_not_hidden_by_the_rest_of_the_shortest_hold() {
        store.lose("a");
        assertThat(hold.end()).hasMessageContaining("'a' was lost before Test.method ended");
        assertThat(calls.count()).isZero();
    }
}
