// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a client looks whether others wait for what it has released. */
class RecentReleasesTest {

    private static final LockName NAME = new LockName("a");

    private final ManualClock clock = new ManualClock();
    private final RecentReleases releases = new RecentReleases(clock);

    @Test
    void a_client_that_has_released_nothing_does_not_look() {
        assertThat(releases.isToLook(NAME)).isFalse();
        releases.released(new LockName("b"));
        assertThat(releases.isToLook(NAME)).isFalse();
    }

    @Test
    void a_client_that_asks_right_after_its_release_looks_once_in_a_while() {
        releases.released(NAME);
        assertThat(releases.isToLook(NAME)).isTrue();
        assertThat(releases.isToLook(NAME)).isFalse();
        clock.advance(Duration.ofMillis(999));
        releases.released(NAME);
        assertThat(releases.isToLook(NAME)).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(releases.isToLook(NAME)).isTrue();
    }

    @Test
    void a_client_that_asks_long_after_its_release_is_not_the_fastest() {
        releases.released(NAME);
        clock.advance(Duration.ofMillis(200));
        assertThat(releases.isToLook(NAME)).isFalse();
    }
}
