// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LockGroupsTest {

    @Test
    void the_first_pattern_that_matches_is_the_group() {
        LockGroups groups = LockGroups.of("order-7", "order-*", "report");
        assertThat(groups.group("order-7")).isEqualTo("order-7");
        assertThat(groups.group("order-8")).isEqualTo("order-*");
        assertThat(groups.group("report")).isEqualTo("report");
        assertThat(groups.group("reports")).isEqualTo(LockGroups.OTHER);
        assertThat(groups.all()).containsExactly("order-7", "order-*", "report", "other");
        assertThat(groups.isEmpty()).isFalse();
    }

    @Test
    void without_patterns_all_locks_are_in_one_group() {
        assertThat(LockGroups.NONE.group("order-7")).isEqualTo("other");
        assertThat(LockGroups.NONE.all()).containsExactly("other");
        assertThat(LockGroups.NONE.isEmpty()).isTrue();
    }

    @Test
    void families_with_their_own_defaults_are_groups_the_most_exact_first() {
        AcquireOptions any = AcquireOptions.waitAtMost(Duration.ZERO);
        ClientOptions options = ClientOptions.STANDARD
                .withDefaultsFor("order-*", any)
                .withDefaultsFor("order-vip-*", any)
                .withDefaultsFor("order-vip-7", any);
        LockGroups groups = LockGroups.ofNamedDefaults(options);
        assertThat(groups.all()).containsExactly("order-vip-7", "order-vip-*", "order-*", "other");
        assertThat(groups.group("order-vip-8")).isEqualTo("order-vip-*");
    }

    @Test
    void a_function_chooses_the_part_of_the_name_that_the_patterns_match() {
        LockGroups groups =
                LockGroups.of("order-*").by(name -> name.contains("/") ? name.substring(name.indexOf('/') + 1) : null);
        assertThat(groups.group("tenant-7/order-42")).isEqualTo("order-*");
        assertThat(groups.group("tenant-7/invoice-1")).isEqualTo("other");
        assertThat(groups.group("order-42")).isEqualTo("other");
    }

    /** Whatever the function returns: a group is a pattern, so that a name in it cannot make a further one. */
    @Test
    void the_number_of_groups_is_bounded() {
        LockGroups groups = LockGroups.of("order-*").by(name -> "order-" + name);
        assertThat(IntStream.range(0, 1_000).mapToObj(number -> groups.group("name " + number)))
                .containsOnly("order-*");
        String[] many = IntStream.rangeClosed(0, LockGroups.MAX)
                .mapToObj(number -> "order-" + number)
                .toArray(String[]::new);
        assertThatThrownBy(() -> LockGroups.of(many))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there are at most 100 groups of locks but there were 101: let some patterns end with *");
    }
}
