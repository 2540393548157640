// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The counter in a server of the requests that clients send it.
 *
 * @param unit what it counts, in the plural, such as {@code commands}
 * @param source where the counts come from, such as {@code INFO commandstats}
 * @param now the counts up to now, by kind; looking must not count
 * @param inside the kinds that the server counts although nobody sent them, since others set them off
 */
public record RequestCounter(String unit, String source, Supplier<Map<String, Long>> now, Predicate<String> inside) {

    /**
     * A server that counts nothing but what it is sent.
     *
     * @param unit what it counts, in the plural
     * @param source where the counts come from
     * @param now the counts up to now, by kind
     * @return the counter
     */
    public static RequestCounter of(String unit, String source, Supplier<Map<String, Long>> now) {
        return new RequestCounter(unit, source, now, kind -> false);
    }

    /**
     * What was counted meanwhile.
     *
     * @param earlier what {@link #now} said then
     * @return the difference
     */
    public RequestCounts since(Map<String, Long> earlier) {
        Map<String, Long> sent = new TreeMap<>();
        Map<String, Long> setOff = new TreeMap<>();
        now.get().forEach((kind, count) -> {
            long more = count - earlier.getOrDefault(kind, 0L);
            if (more > 0) {
                (inside.test(kind) ? setOff : sent).put(kind, more);
            }
        });
        return new RequestCounts(sent, setOff);
    }
}
