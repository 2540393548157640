// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which names locks may have. */
class LockNameTest {

    private static final String KEY = "\uD83D\uDD11";

    private static void refused(String name, String message) {
        assertThatThrownBy(() -> new LockName(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", " ", "order:42", "a/b{c}%", "\u00e9", "e\u0301", "\uD83D\uDD11", "\u2028", "A"})
    void a_name_is_kept_as_it_is(String name) {
        assertThat(new LockName(name).value()).isEqualTo(name);
        assertThat(new LockName(name)).hasToString(name);
    }

    @Test
    void names_differ_by_case_and_by_form() {
        assertThat(new LockName("a")).isNotEqualTo(new LockName("A"));
        assertThat(new LockName("\u00e9")).isNotEqualTo(new LockName("e\u0301"));
    }

    @Test
    void the_limit_counts_bytes_not_characters() {
        assertThat(new LockName("x".repeat(200)).value()).hasSize(200);
        refused("x".repeat(201), "has 201");
        assertThat(new LockName("\u00e9".repeat(100)).value()).hasSize(100);
        refused("\u00e9".repeat(100) + "x", "has 201");
        assertThat(new LockName("\u20ac".repeat(66) + "xx").value()).hasSize(68);
        refused("\u20ac".repeat(67), "has 201");
        assertThat(new LockName(KEY.repeat(50)).value()).hasSize(100);
        refused(KEY.repeat(50) + "x", "has 201");
    }

    @Test
    void an_empty_name_is_refused() {
        refused("", "1 to 200 bytes");
    }

    @ParameterizedTest
    @ValueSource(chars = {'\u0000', '\n', '\t', '\u001f', '\u007f', '\u0080', '\u009f'})
    void control_characters_are_refused_and_not_repeated(char control) {
        refused("ab" + control + "c", String.format("U+%04X at index 2", (int) control));
    }

    @Test
    void unpaired_surrogates_are_refused() {
        refused("a\uD83D", "unpaired surrogates but has U+D83D at index 1");
        refused("\uDD11a", "unpaired surrogates but has U+DD11 at index 0");
        refused("\uDD11\uD83D", "unpaired surrogates but has U+DD11 at index 0");
        refused(KEY + "\uD83D" + KEY, "unpaired surrogates but has U+D83D at index 2");
    }
}
