// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.interlock.jdbc.options.JdbcLockOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limits within one step, of which each is shorter than the next. */
class JdbcTimeoutsTest {

    private static final JdbcLockOptions STANDARD = JdbcLockOptions.STANDARD;

    @ParameterizedTest
    @CsvSource({"PT0.1S,0", "PT1S,0", "PT2S,0", "PT2.7S,2", "PT4S,3", "PT1M,45"})
    void a_statement_is_cancelled_before_its_connection_is_given_up(Duration timeout, int seconds) {
        assertThat(JdbcTimeouts.statementSeconds(timeout)).isEqualTo(seconds);
    }

    @Test
    void a_short_step_has_no_limit_for_its_statements() {
        assertThat(JdbcTimeouts.statementSeconds(STANDARD)).isZero();
        assertThat(JdbcTimeouts.statementSeconds(STANDARD.withTimeout(Duration.ofSeconds(8))))
                .isEqualTo(6);
    }

    @Test
    void a_connection_may_be_silent_for_as_long_as_a_step_takes() {
        assertThat(JdbcTimeouts.silenceMillis(STANDARD)).isEqualTo(2_000);
    }

    @Test
    void no_statement_waits_longer_for_a_row_than_half_of_a_step() {
        assertThat(JdbcTimeouts.lockWait(JdbcDialect.MYSQL, STANDARD))
                .isEqualTo("SET SESSION innodb_lock_wait_timeout = 1, lock_wait_timeout = 1");
        assertThat(JdbcTimeouts.lockWait(JdbcDialect.POSTGRESQL, STANDARD)).isEqualTo("SET lock_timeout = 1000");
        assertThat(JdbcTimeouts.lockWait(JdbcDialect.POSTGRESQL, STANDARD.withTimeout(Duration.ofMillis(500))))
                .isEqualTo("SET lock_timeout = 250");
    }

    @Test
    void the_drivers_get_time_outs_in_their_units() {
        assertThat(JdbcTimeouts.of(JdbcDialect.MARIADB, STANDARD, name -> false))
                .containsOnly(entry("connectTimeout", "5000"), entry("socketTimeout", "2000"));
        assertThat(JdbcTimeouts.of(JdbcDialect.POSTGRESQL, STANDARD, name -> false))
                .containsOnly(
                        entry("connectTimeout", "5"),
                        entry("socketTimeout", "2"),
                        entry("cancelSignalTimeout", "1"),
                        entry("logServerErrorDetail", "false"));
    }

    @Test
    void a_time_out_of_the_user_is_left_alone() {
        assertThat(JdbcTimeouts.of(JdbcDialect.MYSQL, STANDARD, "socketTimeout"::equals))
                .containsOnlyKeys("connectTimeout");
    }

    @ParameterizedTest
    @CsvSource({"PT0.001S,1", "PT1S,1", "PT1.001S,2", "PT2S,2"})
    void seconds_are_rounded_up(Duration timeout, long seconds) {
        assertThat(JdbcTimeouts.seconds(timeout)).isEqualTo(seconds);
    }
}
