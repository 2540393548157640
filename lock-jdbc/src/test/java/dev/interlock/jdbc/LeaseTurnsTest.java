// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.tck.context.StandaloneContext;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseTurnsTest {

    private static final LockName NAME = new LockName("orders");

    private final MovedClock clock = new MovedClock();
    private final LeaseTurns turns = new LeaseTurns(clock);

    @Test
    void a_client_that_has_released_what_others_want_gives_way_once() {
        turns.refused(NAME);
        turns.released(NAME);
        assertThat(turns.isOthers(NAME)).isTrue();
        assertThat(turns.isOthers(NAME)).isFalse();
    }

    @Test
    void nobody_gives_way_where_nobody_else_was_seen() {
        turns.released(NAME);
        assertThat(turns.isOthers(NAME)).isFalse();
        turns.refused(new LockName("other"));
        turns.released(NAME);
        assertThat(turns.isOthers(NAME)).isFalse();
    }

    @Test
    void those_who_were_seen_long_ago_are_not_given_way() {
        turns.refused(NAME);
        clock.move(Duration.ofSeconds(1));
        turns.released(NAME);
        assertThat(turns.isOthers(NAME)).isFalse();
    }

    @Test
    void a_release_of_long_ago_has_given_way_already() {
        turns.refused(NAME);
        turns.released(NAME);
        clock.move(Duration.ofMillis(20));
        assertThat(turns.isOthers(NAME)).isFalse();
    }

    /** Stands still unless it is moved. */
    private static final class MovedClock implements LockClock {

        private final LockClock real = new StandaloneContext().clock();
        private long nanos = real.nanoTime();

        void move(Duration by) {
            nanos += by.toNanos();
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long wallMillis() {
            return real.wallMillis();
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return real.schedule(delayNanos, task);
        }
    }
}
