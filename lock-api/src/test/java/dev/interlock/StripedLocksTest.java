// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.memory.MemoryStore;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which key falls into which stripe, for ever: other versions and languages count on it. */
class StripedLocksTest {

    private final LockClient client = LockClient.using(new MemoryStore().backend(), ClientOptions.STANDARD);

    @AfterEach
    void close() {
        client.close();
    }

    /** Computed by {@code sha256sum} and {@code bc}: {@code printf alice | sha256sum | cut -c1-16}, modulo 64. */
    @Test
    void the_stripe_of_a_key_is_the_same_in_every_client() {
        StripedLocks users = client.striped("user", 64);
        assertThat(users.nameOf("alice")).isEqualTo("user/47");
        assertThat(users.nameOf("bob")).isEqualTo("user/26");
        assertThat(users.nameOf("")).isEqualTo("user/20");
        assertThat(client.striped("user", 1000).nameOf("J\u00fcrgen")).isEqualTo("user/394");
    }

    @Test
    void keys_spread_evenly() {
        StripedLocks users = client.striped("user", 10);
        int[] keys = new int[10];
        IntStream.range(0, 10_000)
                .forEach(key -> keys[Integer.parseInt(users.nameOf("key " + key).substring("user/".length()))]++);
        assertThat(Arrays.stream(keys).min().orElseThrow()).isGreaterThan(850);
        assertThat(Arrays.stream(keys).max().orElseThrow()).isLessThan(1_150);
    }

    @Test
    void keys_of_one_stripe_are_one_lock() throws InterruptedException {
        StripedLocks one = client.striped("user", 1);
        try (MultiLockHandle all = one.lockAll(List.of("alice", "bob")).acquire()) {
            assertThat(all.fencingTokens()).containsOnlyKeys("user/0");
            assertThat(one.lock("carol").tryAcquire()).isEmpty();
        }
    }

    @Test
    void numbers_and_prefixes_that_do_not_fit_are_refused() {
        assertThatThrownBy(() -> client.striped("user", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.striped("user", StripedLocks.MAX_STRIPES + 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(client.striped("x".repeat(197), 100).lock("key").name()).hasSizeLessThanOrEqualTo(200);
        assertThatThrownBy(() -> client.striped("x".repeat(198), 100)).isInstanceOf(IllegalArgumentException.class);
    }
}
