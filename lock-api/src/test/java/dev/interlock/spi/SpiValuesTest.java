// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockName;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The values that pass between the engine and a backend. */
class SpiValuesTest {

    private static final Attempt ATTEMPT =
            Attempt.of(new LockName("a"), AttemptId.random(), Duration.ofSeconds(1), 1, null);

    @Test
    void a_token_is_greater_than_zero() {
        assertThat(Grant.of(ATTEMPT, 1, 0, ATTEMPT.lease()).token()).isEqualTo(1);
        for (long wrong : new long[] {0, -1}) {
            assertThatThrownBy(() -> Grant.of(ATTEMPT, wrong, 0, ATTEMPT.lease()))
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
    void attempts_and_grants_are_equal_if_all_of_them_is() {
        AttemptId id = ATTEMPT.id();
        LockName name = ATTEMPT.name();
        Duration lease = ATTEMPT.lease();
        List<Attempt> attempts = List.of(
                ATTEMPT,
                Attempt.of(new LockName("b"), id, lease, 1, null),
                Attempt.of(name, AttemptId.random(), lease, 1, null),
                Attempt.of(name, id, lease.plusMillis(1), 1, null),
                Attempt.of(name, id, lease, 2, null),
                Attempt.of(name, id, lease, 1, "me"));
        assertThat(attempts).doesNotHaveDuplicates();
        assertThat(attempts).extracting(Attempt::toString).doesNotHaveDuplicates();
        assertThat(Attempt.of(name, id, lease, 1, null)).isEqualTo(ATTEMPT).hasSameHashCodeAs(ATTEMPT);
        List<Grant> grants = List.of(
                Grant.of(ATTEMPT, 1, 0, lease),
                Grant.of(attempts.get(1), 1, 0, lease),
                Grant.of(ATTEMPT, 2, 0, lease),
                Grant.of(ATTEMPT, 1, 1, lease),
                Grant.of(ATTEMPT, 1, 0, lease.plusMillis(1)));
        assertThat(grants).doesNotHaveDuplicates();
        assertThat(grants).extracting(Grant::toString).doesNotHaveDuplicates();
        assertThat(Grant.of(ATTEMPT, 1, 0, lease)).isEqualTo(grants.get(0)).hasSameHashCodeAs(grants.get(0));
    }
}
