// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockName;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The values that pass between the engine and a backend, and the connection strings at their edges. */
class SpiValuesTest {

    private static final Attempt ATTEMPT =
            new Attempt(new LockName("a"), AttemptId.random(), Duration.ofSeconds(1), 1, null);

    @Test
    void a_token_is_greater_than_zero() {
        assertThat(new Grant(ATTEMPT, 1, 0, ATTEMPT.lease()).token()).isEqualTo(1);
        for (long wrong : new long[] {0, -1}) {
            assertThatThrownBy(() -> new Grant(ATTEMPT, wrong, 0, ATTEMPT.lease()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("token must be > 0 but was " + wrong);
        }
    }

    @Test
    void an_attempt_has_a_secret_of_its_own_that_is_not_shown() {
        AttemptId id = AttemptId.random();
        assertThat(id).isNotEqualTo(AttemptId.random());
        assertThat(id.text())
                .hasSizeGreaterThanOrEqualTo(20)
                .isNotEqualTo(AttemptId.random().text());
        assertThat(id.toString()).isNotEmpty().doesNotContain(id.text());
    }

    @Test
    void connection_strings_may_have_nothing_before_or_behind_a_separator() {
        assertThat(StoreUri.parse("memory:?a=b").options()).containsEntry("a", "b");
        assertThat(StoreUri.parse("redis:///7").path()).isEqualTo("7");
        assertThat(StoreUri.parse("redis:///7").authority()).isEmpty();
        StoreUri anonymous = StoreUri.parse("redis://@host");
        assertThat(anonymous.authority()).isEqualTo("host");
        assertThat(anonymous.user()).isNull();
        assertThat(StoreUri.parse("redis://:secret@host").password()).isEqualTo("secret");
        assertThatThrownBy(() -> StoreUri.parse(":7")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StoreUri.parse("redis://host?=b")).isInstanceOf(IllegalArgumentException.class);
    }
}
