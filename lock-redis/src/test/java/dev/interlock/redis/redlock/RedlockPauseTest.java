// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.memory.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The pause between two rounds of Redlock. */
class RedlockPauseTest {

    private final ManualClock clock = new ManualClock();

    @Test
    void an_interrupt_does_not_shorten_it_and_stays_in_the_flag() throws Exception {
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread pausing = new Thread(() -> {
            RedlockRound.pause(clock, TimeUnit.MILLISECONDS.toNanos(1));
            flag.complete(Thread.interrupted());
        });
        pausing.start();
        pausing.interrupt();
        await().until(() -> !pausing.isInterrupted());
        assertThat(flag).isNotDone();
        clock.advance(Duration.ofMillis(1));
        assertThat(flag.get(30, TimeUnit.SECONDS)).isTrue();
    }
}
