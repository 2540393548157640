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
 * @param source the source of the counts, such as {@code INFO commandstats}
 * @param now the counts up to now, by kind; the reading itself must not count
 * @param inside the kinds that the server counts although no client sent them, since other requests cause them
 */
public record RequestCounter(String unit, String source, Supplier<Map<String, Long>> now, Predicate<String> inside) {

    /**
     * The counter of a server that counts only requests of clients.
     *
     * @param unit what it counts, in the plural
     * @param source the source of the counts
     * @param now the counts up to now, by kind
     * @return the counter
     */
    public static RequestCounter of(String unit, String source, Supplier<Map<String, Long>> now) {
        return new RequestCounter(unit, source, now, kind -> false);
    }

    /**
     * The increase since an earlier reading.
     *
     * @param earlier the result of {@link #now} then
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
