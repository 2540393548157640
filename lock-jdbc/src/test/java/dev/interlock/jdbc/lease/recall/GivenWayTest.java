// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A client that was recalled lets the other one ask first, until it has the lock, and not for long. */
class GivenWayTest {

    private final ManualClock clock = new ManualClock();
    private final GivenWay givenWay = new GivenWay(clock);

    private static Attempt attempt() {
        return Attempt.of(new LockName("a"), AttemptId.random(), Duration.ofSeconds(30), 1, null);
    }

    @Test
    void a_recalled_lock_that_was_released_is_left_to_others_until_one_has_it() {
        Attempt attempt = attempt();
        givenWay.recalled(attempt.id());
        assertThat(givenWay.rest(attempt.name())).isZero();
        givenWay.released(attempt);
        clock.advance(Duration.ofMillis(2));
        assertThat(givenWay.rest(attempt.name())).isEqualTo(Duration.ofMillis(3));
        assertThat(givenWay.rest(attempt.name())).isEqualTo(Duration.ofMillis(3));
        givenWay.gone(attempt.name());
        assertThat(givenWay.rest(attempt.name())).isZero();
    }

    @Test
    void a_lock_that_was_released_long_ago_is_not() {
        Attempt attempt = attempt();
        givenWay.recalled(attempt.id());
        givenWay.released(attempt);
        clock.advance(Duration.ofMillis(5));
        assertThat(givenWay.rest(attempt.name())).isZero();
    }

    @Test
    void a_lock_that_no_client_recalled_is_not() {
        Attempt attempt = attempt();
        givenWay.recalled(attempt().id());
        givenWay.released(attempt);
        assertThat(givenWay.rest(attempt.name())).isZero();
    }
}
