// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes JSON without a library, so that a backend author needs none. */
final class Json {

    private static final String INDENT = "  ";

    private Json() {}

    /** An object on one line. */
    static String object(String... members) {
        return "{" + String.join(", ", members) + "}";
    }

    /** An object with a line for each member. */
    static String block(String... members) {
        return lines("{", Stream.of(members), "}");
    }

    static String member(String name, String value) {
        return text(name) + ": " + value;
    }

    static <T> String array(List<T> values, Function<T, String> value) {
        return values.stream().map(value).collect(Collectors.joining(",\n ", "[", "]"));
    }

    /** An array with a line for each value, or {@code []}. */
    static <T> String lines(List<T> values, Function<T, String> value) {
        return values.isEmpty() ? "[]" : lines("[", values.stream().map(value), "]");
    }

    /** Texts contain no line break, since it is escaped, so that every line can be indented. */
    private static String lines(String begin, Stream<String> values, String end) {
        return values.map(value -> INDENT + value.replace("\n", "\n" + INDENT))
                .collect(Collectors.joining(",\n", begin + "\n", "\n" + end));
    }

    static String text(@Nullable String value) {
        if (value == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each == '"' || each == '\\') {
                text.append('\\').append(each);
            } else if (each < ' ' || Character.isSurrogate(each)) {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
            } else {
                text.append(each);
            }
        }
        return text.append('"').toString();
    }
}
