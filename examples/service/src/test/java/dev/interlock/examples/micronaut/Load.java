// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.examples.micronaut.Answer.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The results of many requests, as one line for the log and for tables in pages: requests per second, and how long
 * callers waited for answers of a kind.
 *
 * @param answers all of them
 * @param elapsed from the first request to the last answer
 */
record Load(List<Answer> answers, Duration elapsed) {

    private static final Pattern EXCEPTION = Pattern.compile("\\w+Exception");

    long count(Outcome outcome) {
        return answers.stream().filter(answer -> answer.outcome() == outcome).count();
    }

    long aSecond() {
        return Math.round(answers.size() / (elapsed.toNanos() / 1e9));
    }

    /** The times within which 50 % and 99 % of the answers of a kind arrived. */
    String percentiles(Predicate<Answer> kind) {
        long[] nanos = answers.stream()
                .filter(kind)
                .mapToLong(answer -> answer.took().toNanos())
                .sorted()
                .toArray();
        return nanos.length == 0 ? "none" : "p50 " + millis(nanos, 0.5) + ", p99 " + millis(nanos, 0.99);
    }

    /** The exceptions that answers of a kind name, with their numbers. */
    Map<String, Long> causes(Predicate<Answer> kind) {
        return answers.stream()
                .filter(kind)
                .collect(Collectors.groupingBy(Load::cause, TreeMap::new, Collectors.counting()));
    }

    private static String cause(Answer answer) {
        Matcher exception = EXCEPTION.matcher(answer.text());
        return answer.outcome() + (exception.find() ? " " + exception.group() : "");
    }

    private static String millis(long[] sortedNanos, double share) {
        int index = (int) Math.ceil(share * sortedNanos.length) - 1;
        return String.format(Locale.ROOT, "%.1f ms", sortedNanos[index] / 1e6);
    }
}
