// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import dev.interlock.report.data.Numbers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a server counted between two looks, by kind.
 *
 * @param sent what clients sent
 * @param inside what that set off inside the server
 */
public record Traffic(Map<String, Long> sent, Map<String, Long> inside) {

    /** Copies the maps. */
    public Traffic {
        sent = Map.copyOf(sent);
        inside = Map.copyOf(inside);
    }

    /** Several differences in one. */
    static Traffic sum(List<Traffic> several) {
        Map<String, Long> sent = new TreeMap<>();
        Map<String, Long> inside = new TreeMap<>();
        for (Traffic one : several) {
            one.sent.forEach((kind, count) -> sent.merge(kind, count, Long::sum));
            one.inside.forEach((kind, count) -> inside.merge(kind, count, Long::sum));
        }
        return new Traffic(sent, inside);
    }

    /** How much clients sent. */
    long total() {
        return of(kind -> true);
    }

    /** How much clients sent of some kinds. */
    long of(Predicate<String> kinds) {
        return sent.entrySet().stream()
                .filter(kind -> kinds.test(kind.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** By kind, for so many operations: {@code evalsha 1; inside it: get 1, set 1}. */
    String words(int operations) {
        String outside = words(sent, operations);
        return inside.isEmpty() ? outside : outside + "; inside: " + words(inside, operations);
    }

    private static String words(Map<String, Long> counts, int operations) {
        return new TreeMap<>(counts)
                .entrySet().stream()
                        .map(kind -> kind.getKey() + " " + Numbers.of((double) kind.getValue() / operations))
                        .collect(Collectors.joining(", "));
    }
}
