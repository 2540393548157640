// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FiguresTest {

    @Test
    void the_spread_of_an_odd_number_of_rounds_has_the_middle_one() {
        assertThat(Spread.of(List.of(5.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 5, 3));
    }

    @Test
    void the_spread_of_an_even_number_of_rounds_lies_between_the_middle_two() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(new Spread(3, 1, 9, 4));
    }

    @ParameterizedTest
    @CsvSource({"12345.6, '12,346'", "123.4, 123", "12.34, 12.3", "1.234, 1.23", "2, 2", "0, 0", "-1.5, -1.50"})
    void numbers_have_the_digits_that_mean_something(double number, String text) {
        assertThat(Numbers.of(number)).isEqualTo(text);
    }

    @Test
    void a_share_below_its_target_is_not_shown_as_reached() {
        assertThat(Numbers.share(0.8999)).isEqualTo("0.89");
        assertThat(Target.goalAtLeast(0.8999, 0.9)).isEqualTo(new Target("at least 0.90", false, false));
    }

    @Test
    void the_worst_test_decides_about_a_rule() {
        assertThat(Status.of(List.of(Status.PASSED, Status.ERROR, Status.FAILED)))
                .isEqualTo(Status.FAILED);
        assertThat(Status.of(List.of(Status.PASSED, Status.ERROR))).isEqualTo(Status.ERROR);
        assertThat(Status.of(List.of(Status.PASSED, Status.NOT_EXERCISED))).isEqualTo(Status.PARTLY);
        assertThat(Status.of(List.of(Status.PASSED, Status.PASSED))).isEqualTo(Status.PASSED);
        assertThat(Status.of(List.of(Status.NOT_EXERCISED))).isEqualTo(Status.NOT_EXERCISED);
    }

    @Test
    void a_rule_without_tests_was_not_exercised() {
        assertThat(RuleRow.of("ACQ-1", List.of()).status()).isEqualTo(Status.NOT_EXERCISED);
    }
}
