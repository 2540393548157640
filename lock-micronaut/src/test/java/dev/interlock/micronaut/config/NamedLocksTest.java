// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NamedLocksTest {

    private final ApplicationContext context = ApplicationContext.run(Map.of(
            "locks.backend", "memory",
            "locks.named.nightly-report.max-hold", "10m",
            "locks.named.nightly-report.min-hold", "1m",
            "locks.named.orders.pattern", "order-*",
            "locks.named.orders.wait", "unlimited",
            "locks.named.gold.pattern", "order-gold-*",
            "locks.named.gold.wait", "1s",
            "locks.named.one.pattern", "order-gold-1",
            "locks.named.one.lease", "2s"));
    private final NamedLocks locks = context.getBean(NamedLocks.class);

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void a_block_is_about_the_lock_of_its_name() {
        assertThat(locks.defaultsFor("nightly-report").options().maxHold()).isEqualTo(Duration.ofMinutes(10));
        assertThat(locks.defaultsFor("nightly-report").minHold()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void a_pattern_is_about_a_family() {
        assertThat(locks.defaultsFor("order-7").options().maxWait()).isEqualTo(AcquireOptions.UNLIMITED);
        assertThat(locks.defaultsFor("order-7").minHold()).isNull();
    }

    @Test
    void the_longest_start_wins_and_the_whole_name_before_it() {
        assertThat(locks.defaultsFor("order-gold-2").options().maxWait()).isEqualTo(Duration.ofSeconds(1));
        assertThat(locks.defaultsFor("order-gold-1").options().lease()).isEqualTo(Duration.ofSeconds(2));
        assertThat(locks.defaultsFor("order-gold-1").options().maxWait()).isNull();
    }

    @Test
    void two_blocks_with_one_pattern_are_refused() {
        Map<String, Object> twice = Map.of(
                "locks.backend", "memory",
                "locks.named.orders.pattern", "order-*",
                "locks.named.again.pattern", "order-*");
        assertThatThrownBy(() -> ApplicationContext.run(twice).close())
                .hasMessageContaining("locks.named has two blocks for 'order-*'");
    }

    @Test
    void others_inherit_everything() {
        assertThat(locks.defaultsFor("invoice").options()).isEqualTo(AcquireOptions.inherited());
    }
}
