// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.report.data.Figure.Requests;
import dev.interlock.report.data.Numbers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The requests that a server counted between two readings of its counter, by kind.
 *
 * @param sent the requests of clients
 * @param inside the requests that these caused inside the server
 */
public record RequestCounts(Map<String, Long> sent, Map<String, Long> inside) {

    /** Copies the maps. */
    public RequestCounts {
        sent = Map.copyOf(sent);
        inside = Map.copyOf(inside);
    }

    /** The sum of several differences. */
    static RequestCounts sum(List<RequestCounts> several) {
        Map<String, Long> sent = new TreeMap<>();
        Map<String, Long> inside = new TreeMap<>();
        for (RequestCounts one : several) {
            one.sent.forEach((kind, count) -> sent.merge(kind, count, Long::sum));
            one.inside.forEach((kind, count) -> inside.merge(kind, count, Long::sum));
        }
        return new RequestCounts(sent, inside);
    }

    /** The number of requests that clients sent. */
    long total() {
        return of(kind -> true);
    }

    /** The number of requests of some kinds that clients sent. */
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

    /** The same as data: requests of clients first, then those inside the server. */
    List<Requests> requests(int operations) {
        return Stream.concat(requests(sent, operations, false), requests(inside, operations, true))
                .toList();
    }

    private static Stream<Requests> requests(Map<String, Long> counts, int operations, boolean inside) {
        return new TreeMap<>(counts)
                .entrySet().stream()
                        .map(kind -> new Requests(kind.getKey(), (double) kind.getValue() / operations, inside));
    }

    private static String words(Map<String, Long> counts, int operations) {
        return new TreeMap<>(counts)
                .entrySet().stream()
                        .map(kind -> kind.getKey() + " " + Numbers.of((double) kind.getValue() / operations))
                        .collect(Collectors.joining(", "));
    }
}
