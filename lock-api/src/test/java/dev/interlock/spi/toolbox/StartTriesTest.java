// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockUnavailableException;
import dev.interlock.memory.ManualClock;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StartTriesTest {

    private final LockUnavailableException slow =
            new LockUnavailableException("slow", new SocketTimeoutException("Read timed out"));
    private final LockUnavailableException refused = new LockUnavailableException("refused", null);

    private final ManualClock clock = new ManualClock();
    private final StartTries tries =
            new StartTries(clock, Duration.ofSeconds(5), thrown -> thrown.getCause() instanceof SocketTimeoutException);
    private final AtomicInteger steps = new AtomicInteger();

    @Test
    void a_slow_step_is_tried_until_it_succeeds() {
        int found = tries.run(() -> {
            if (steps.incrementAndGet() < 3) {
                throw slow;
            }
            return steps.get();
        });
        assertThat(found).isEqualTo(3);
    }

    @Test
    void another_failure_ends_the_start_at_once() {
        fails(refused, Duration.ZERO);
        assertThat(steps).hasValue(1);
    }

    @Test
    void no_try_begins_after_the_limit_which_all_steps_share() {
        fails(slow, Duration.ofSeconds(2));
        assertThat(steps).hasValue(3);
        fails(slow, Duration.ofSeconds(2));
        assertThat(steps).hasValue(4);
    }

    @Test
    void a_step_that_fails_at_once_is_tried_ten_times() {
        fails(slow, Duration.ZERO);
        assertThat(steps).hasValue(10);
    }

    private void fails(LockUnavailableException thrown, Duration each) {
        assertThatThrownBy(() -> tries.run(() -> {
                    steps.incrementAndGet();
                    clock.advance(each);
                    throw thrown;
                }))
                .isSameAs(thrown);
    }
}
