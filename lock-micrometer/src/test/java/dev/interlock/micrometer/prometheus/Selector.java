// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer.prometheus;

import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The series that a part of an expression asks for.
 *
 * @param metric such as {@code lock_lost_total}
 * @param equal the labels that must have one value, as they stand in the name of a series
 * @param labels the names of all labels that it looks at
 */
record Selector(String metric, List<String> equal, Set<String> labels) {

    private static final Pattern SELECTOR = Pattern.compile("\\b(lock_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|!~|!=|=)\"([^\"]*)\"");

    /** The selectors in a text, such as an expression or a file of rules. */
    static List<Selector> in(String text) {
        return SELECTOR.matcher(text).results().map(Selector::of).toList();
    }

    private static Selector of(MatchResult found) {
        List<MatchResult> matchers = found.group(2) == null
                ? List.of()
                : MATCHER.matcher(found.group(2)).results().toList();
        return new Selector(
                found.group(1),
                matchers.stream()
                        .filter(matcher -> matcher.group(2).equals("="))
                        .map(matcher -> matcher.group(1) + "=\"" + matcher.group(3) + "\"")
                        .toList(),
                matchers.stream().map(matcher -> matcher.group(1)).collect(Collectors.toSet()));
    }

    /** Whether it finds this series, as far as that depends on the metric and on labels that must be equal. */
    boolean selects(String series) {
        return isOfMetric(series) && equal.stream().allMatch(series::contains);
    }

    private boolean isOfMetric(String series) {
        return series.equals(metric) || series.startsWith(metric + "{");
    }

    /** Whether the series has a label: a condition on a missing one would hide it, and a sum by it would be one number. */
    static boolean hasLabel(String series, String label) {
        return Pattern.compile("[{,]" + label + "=\"").matcher(series).find();
    }
}
