// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.internal.client.LinesOf;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.TimerQueue;
import dev.interlock.memory.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** How many warnings are written in a while, and that the others are counted. */
class LimitedWarningsTest {

    private static final String LOGGER = "dev.interlock.LimitedWarningsTest";
    private static final String STORE = "a store of warnings";
    private static final Duration MILLI = Duration.ofMillis(1);

    private final ManualClock clock = new ManualClock();
    private final TimerQueue timers = new TimerQueue(Machine.under(clock));
    private final LinesOf log = new LinesOf(LOGGER, STORE);
    private final LimitedWarnings warnings =
            new LimitedWarnings(LoggerFactory.getLogger(LOGGER), () -> STORE, Machine.under(clock), timers);

    @AfterEach
    void close() {
        warnings.close();
        log.close();
    }

    private void warn(int times) {
        for (int i = 0; i < times; i++) {
            warnings.warn("{}: something", STORE);
        }
    }

    private void awaitLines(int count) {
        await().until(() -> log.warnings().size() >= count);
        assertThat(log.warnings()).hasSize(count);
    }

    @Test
    void as_many_as_are_allowed_are_written_and_nothing_is_counted() {
        warn(LimitedWarnings.LINES);
        awaitLines(LimitedWarnings.LINES);
        assertThat(timers.isEmpty()).isTrue();
    }

    @Test
    void the_next_while_begins_with_its_first_warning() {
        clock.advance(LimitedWarnings.WHILE.multipliedBy(3));
        warn(LimitedWarnings.LINES);
        awaitLines(LimitedWarnings.LINES);
        // Had the while begun with the client, the allowance would be a new one now.
        clock.advance(LimitedWarnings.WHILE.minus(MILLI));
        warn(1);
        assertThat(timers.isEmpty()).isFalse();
        awaitLines(LimitedWarnings.LINES);
        clock.advance(MILLI);
        awaitLines(LimitedWarnings.LINES + 1);
        assertThat(log.warnings()).last().asString().contains("1 more warnings of the client for " + STORE);
    }

    @Test
    void after_a_while_as_many_are_written_again() {
        warn(LimitedWarnings.LINES);
        clock.advance(LimitedWarnings.WHILE);
        warn(LimitedWarnings.LINES);
        awaitLines(2 * LimitedWarnings.LINES);
        assertThat(timers.isEmpty()).isTrue();
    }

    @Test
    void warnings_left_out_are_counted_at_the_end_of_the_period_and_not_before() {
        warn(LimitedWarnings.LINES + 5);
        awaitLines(LimitedWarnings.LINES);
        clock.advance(LimitedWarnings.WHILE.minus(MILLI));
        assertThat(timers.isEmpty()).isFalse();
        clock.advance(MILLI);
        awaitLines(LimitedWarnings.LINES + 1);
        assertThat(log.warnings()).last().asString().contains("5 more warnings");
        warn(LimitedWarnings.LINES);
        awaitLines(2 * LimitedWarnings.LINES + 1);
    }
}
