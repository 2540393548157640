// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import dev.interlock.tck.LevelFinding;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes JSON without a library, so that a backend author needs none. */
final class SummaryJson {

    private SummaryJson() {}

    static String of(KitSummary summary) {
        return object(
                member("kit", text(KitSummary.kitVersion())),
                member("store", text(summary.store())),
                member("line", text(summary.line())),
                member("rules", array(summary.rules(), SummaryJson::rule)));
    }

    private static String rule(RuleSummary rule) {
        return object(
                member("rule", text(rule.rule().id())),
                member("status", text(rule.status().name())),
                member("tests", array(rule.tests(), SummaryJson::test)));
    }

    private static String test(RuleResult test) {
        return object(
                member("test", text(test.test())),
                member("title", text(test.title())),
                member("status", text(test.outcome().name())),
                member("message", text(test.message())),
                member("evidence", array(test.evidence(), SummaryJson::text)),
                member("findings", array(test.findings(), SummaryJson::finding)),
                member("history", text(test.history())),
                member("millis", Long.toString(test.duration().toMillis())));
    }

    private static String finding(LevelFinding finding) {
        return object(
                member("situation", text(finding.situation().name())),
                member("holds", Boolean.toString(finding.holds())),
                member("text", text(finding.text())));
    }

    private static String object(String... members) {
        return "{" + String.join(", ", members) + "}";
    }

    private static String member(String name, String value) {
        return text(name) + ": " + value;
    }

    private static <T> String array(List<T> values, Function<T, String> value) {
        return values.stream().map(value).collect(Collectors.joining(",\n ", "[", "]"));
    }

    private static String text(@Nullable String value) {
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
