// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.HandOff;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HandOffSettingsTest {

    private static HandOff handOff(Map<String, Object> properties) {
        try (Configured locks = Configured.by(properties)) {
            return locks.context().getBean(LockConfiguration.class).handOff();
        }
    }

    @Test
    void each_bound_can_be_set_alone() {
        assertThat(handOff(Map.of())).isEqualTo(HandOff.STANDARD);
        assertThat(handOff(Map.of("locks.hand-off.most", "3"))).isEqualTo(new HandOff(3, HandOff.STANDARD.within()));
        assertThat(handOff(Map.of("locks.hand-off.within", "2s")))
                .isEqualTo(new HandOff(HandOff.STANDARD.most(), Duration.ofSeconds(2)));
        assertThat(handOff(Map.of("locks.hand-off.most", "0")).most()).isZero();
    }

    @Test
    void a_value_out_of_bounds_is_refused_with_the_bounds() {
        Configured.refused(
                Map.of("locks.hand-off.most", "64"), "'locks.hand-off.most' must be a whole number from 0 to 63");
        Configured.refused(
                Map.of("locks.hand-off.within", "2m"), "'locks.hand-off.within' must be a duration from PT0S to PT1M");
    }
}
