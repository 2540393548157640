// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearestSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "'', abc, 3",
        "abc, '', 3",
        "lease, lease, 0",
        "leese, lease, 1",
        "laese, lease, 1",
        "leas, lease, 1",
        "leasse, lease, 1",
        "kitten, sitting, 3",
        "ab, ba, 1",
        "abcd, badc, 2"
    })
    void the_difference_is_counted_in_letters(String one, String other, int difference) {
        assertThat(NearestSettings.difference(one, other)).isEqualTo(difference);
        assertThat(NearestSettings.difference(other, one)).isEqualTo(difference);
    }

    @Test
    void distant_or_too_many_names_give_no_hint() {
        assertThat(NearestSettings.of("locks.foo", Stream.of("locks.uri", "locks.wait")))
                .isEmpty();
        assertThat(NearestSettings.of("l.x", Stream.of("a.x", "b.x", "c.x", "d.x")))
                .isEmpty();
        assertThat(NearestSettings.of("l.xy", Stream.of("a.xy", "b.xy", "c.xy")))
                .containsExactly("a.xy", "b.xy", "c.xy");
    }
}
