// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Defaults for locks by their names: which pattern counts, and that the engine uses them in every way to acquire. */
class NamedDefaultsTest {

    private static final Duration LONG = Duration.ofSeconds(50);
    private static final Duration SHORT = Duration.ofSeconds(5);

    private final ClientOptions options = ClientOptions.STANDARD
            .withDefaults(AcquireOptions.waitAtMost(Duration.ofMillis(1)).withLease(LONG))
            .withDefaultsFor("order-*", AcquireOptions.inherited().withLease(SHORT))
            .withDefaultsFor("order-gold-*", AcquireOptions.waitAtMost(AcquireOptions.UNLIMITED))
            .withDefaultsFor("order-gold-1", AcquireOptions.inherited().withMaxHold(SHORT));

    @Test
    void a_whole_name_is_more_exact_than_a_start_and_a_long_start_than_a_short_one() {
        assertThat(Stream.of("*", "order-*", "a", "order-gold-*", "order-gold-1")
                        .map(NamePattern::new)
                        .sorted())
                .extracting(NamePattern::text)
                .isEqualTo(List.of("order-gold-1", "a", "order-gold-*", "order-*", "*"));
    }

    @Test
    void a_star_alone_matches_every_name() {
        assertThat(new NamePattern("*").matches("anything")).isTrue();
        assertThat(new NamePattern("any*").matches("any")).isTrue();
        assertThat(new NamePattern("any*").matches("an")).isFalse();
    }

    @Test
    void an_equal_pattern_is_replaced() {
        ClientOptions again =
                options.withDefaultsFor("order-*", AcquireOptions.inherited().withLease(LONG));
        assertThat(again.namedDefaults().get(new NamePattern("order-*")))
                .isEqualTo(AcquireOptions.inherited().withLease(LONG));
        assertThat(again.namedDefaults()).hasSameSizeAs(options.namedDefaults());
    }

    @Test
    void a_pattern_that_no_lock_can_have_is_refused() {
        for (String pattern : List.of("", "a\n*", "x".repeat(201), "*-report", "order-*-gold")) {
            assertThatThrownBy(() -> options.withDefaultsFor(pattern, AcquireOptions.inherited()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(" must ");
        }
    }

    @Test
    void every_way_to_acquire_uses_them_and_the_call_comes_first() throws Exception {
        try (LockClient client =
                LockClient.connect(LockSettings.of("memory:NamedDefaultsTest").withClient(options))) {
            DistributedLock lock = client.lock("order-7");
            try (LockHandle handle = lock.tryAcquire().orElseThrow()) {
                assertThat(handle.remaining()).isBetween(Duration.ZERO, SHORT);
            }
            try (LockHandle handle = lock.acquire()) {
                assertThat(handle.remaining()).isBetween(Duration.ZERO, SHORT);
            }
            try (LockHandle handle =
                    lock.acquireAsync(AcquireOptions.inherited()).get()) {
                assertThat(handle.remaining()).isBetween(Duration.ZERO, SHORT);
            }
            LockView view = lock.asLock(AcquireOptions.inherited());
            view.lock();
            try {
                assertThatThrownBy(() -> view.ensureHeld(SHORT)).isInstanceOf(LockLostException.class);
            } finally {
                view.unlock();
            }
            try (LockHandle handle = lock.acquire(AcquireOptions.inherited().withLease(LONG))) {
                assertThat(handle.remaining()).isGreaterThan(SHORT);
            }
        }
    }
}
