// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A backend's options. */
class StoreOptionsTest {

    private static StoreOptions of(String name, String value) {
        return new StoreOptions(Map.of(name, value), Map.of());
    }

    private static Duration duration(String value) {
        return of("d", value).duration("d", Duration.ZERO, Duration.ofMillis(1), Duration.ofDays(30));
    }

    @Test
    void code_wins_over_the_uri_and_a_missing_option_is_its_fallback() {
        StoreOptions options = new StoreOptions(Map.of("a", "uri", "b", "uri"), Map.of("a", "code"));
        assertThat(options.text("a", null)).isEqualTo("code");
        assertThat(options.text("b", null)).isEqualTo("uri");
        assertThat(options.text("c", null)).isNull();
        assertThat(options.text("c", "fallback")).isEqualTo("fallback");
        assertThat(options.number("n", 7, 1, 9)).isEqualTo(7);
        assertThat(options.flag("f", true)).isTrue();
        assertThat(options.duration("d", Duration.ZERO, Duration.ofMillis(1), Duration.ofMillis(2)))
                .isZero();
        assertThatCode(options::refuseUnknown).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"1ms,PT0.001S", "500ms,PT0.5S", "2s,PT2S", "3m,PT3M", "4h,PT4H", "30d,PT720H", "PT2S,PT2S", "P1D,PT24H"
    })
    void durations_are_read_with_a_unit_or_in_iso_form(String text, Duration expected) {
        assertThat(duration(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "2 s", "-2s", "PT-2S", "0ms", "31d", "2S", "1.5s", "999999999999999d", "x"})
    void other_durations_are_refused_with_the_bounds(String text) {
        assertThatThrownBy(() -> duration(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option 'd' must be a duration from PT0.001S to PT720H, such as 500ms, 2s or PT2S but was '"
                        + text + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "0", "10", "1.5", "99999999999"})
    void numbers_out_of_bounds_are_refused(String text) {
        assertThatThrownBy(() -> of("n", text).number("n", 1, 1, 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option 'n' must be a whole number from 1 to 9 but was '" + text + "'");
        assertThat(of("n", "9").number("n", 1, 1, 9)).isEqualTo(9);
        assertThat(of("n", "1").number("n", 5, 1, 9)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yes", "TRUE", "1"})
    void flags_are_true_or_false(String text) {
        assertThatThrownBy(() -> of("f", text).flag("f", true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option 'f' must be true or false but was '" + text + "'");
        assertThat(of("f", "false").flag("f", true)).isFalse();
        assertThat(of("f", "true").flag("f", false)).isTrue();
        assertThat(of("g", "true").flag("f", false)).isFalse();
    }

    @Test
    void values_from_code_have_the_same_bounds_and_the_bounds_are_allowed() {
        StoreOptions.requireBetween("n", 1, 1, 9);
        StoreOptions.requireBetween("n", 9, 1, 9);
        for (int wrong : new int[] {0, 10}) {
            assertThatThrownBy(() -> StoreOptions.requireBetween("n", wrong, 1, 9))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("n must be a whole number from 1 to 9 but was " + wrong);
        }
        Duration least = Duration.ofMillis(1);
        Duration most = Duration.ofSeconds(1);
        StoreOptions.requireBetween("d", least, least, most);
        StoreOptions.requireBetween("d", most, least, most);
        for (Duration wrong : new Duration[] {least.minusNanos(1), most.plusNanos(1)}) {
            assertThatThrownBy(() -> StoreOptions.requireBetween("d", wrong, least, most))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("d must be a duration from PT0.001S to PT1S but was " + wrong);
        }
    }

    @Test
    void an_unknown_option_is_refused_with_the_known_ones_and_without_its_value() {
        StoreOptions options = new StoreOptions(Map.of("pasword", "s3cret"), Map.of("prefix", "p"));
        assertThat(options.text("prefix", null)).isEqualTo("p");
        assertThat(options.text("password", null)).isNull();
        assertThatThrownBy(options::refuseUnknown)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown option 'pasword'; known options are [password, prefix]");
    }

    @Test
    void an_option_has_one_name_with_or_without_the_prefix() {
        StoreOptions prefixed = of("interlock.timeout", "3s");
        assertThat(prefixed.text("timeout", null)).isEqualTo("3s");
        prefixed.refuseUnknown();
        StoreOptions plain = of("timeout", "3s");
        assertThat(plain.text("interlock.timeout", null)).isEqualTo("3s");
        plain.refuseUnknown();
        StoreOptions code = new StoreOptions(Map.of("timeout", "3s"), Map.of("interlock.timeout", "4s"));
        assertThat(code.text("timeout", null)).isEqualTo("4s");
        StoreOptions both = new StoreOptions(Map.of("timeout", "3s", "interlock.timeout", "4s"), Map.of());
        assertThatThrownBy(() -> both.text("timeout", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option 'timeout' is also given as 'interlock.timeout': remove one of them");
    }

    @Test
    void both_spellings_of_an_option_in_code_are_refused_in_either_order() {
        for (List<String> order :
                List.of(List.of("timeout", "interlock.timeout"), List.of("interlock.timeout", "timeout"))) {
            Map<String, String> code = new LinkedHashMap<>();
            order.forEach(name -> code.put(name, "3s"));
            StoreOptions both = new StoreOptions(Map.of("timeout", "4s"), code);
            assertThatThrownBy(() -> both.text("timeout", null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("option 'timeout' is also given as 'interlock.timeout': remove one of them");
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {AcquireOptions.class, ClientOptions.class})
    void an_option_that_belongs_to_the_client_is_refused_with_its_place(Class<?> place) {
        List<String> components = Arrays.stream(place.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .map(Field::getName)
                .toList();
        assertThat(components).hasSizeGreaterThan(6);
        for (String component : components) {
            assertThatThrownBy(() -> of(component, "10s").refuseUnknown())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "'" + component + "' is not an option of the store: say it in " + place.getSimpleName());
        }
        assertThatThrownBy(() -> of("interlock.leaseTime", "10s").refuseUnknown())
                .hasMessageStartingWith(
                        "'interlock.leaseTime' is not an option of the store: say it in AcquireOptions");
    }
}
