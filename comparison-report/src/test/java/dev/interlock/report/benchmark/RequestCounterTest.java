// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.data.Figure.Requests;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RequestCounterTest {

    private final Map<String, Long> counts = new HashMap<>(Map.of("evalsha", 5L, "get", 5L));
    private final RequestCounter counter =
            new RequestCounter("commands", "a map", () -> Map.copyOf(counts), "get"::equals);

    @Test
    void only_what_came_meanwhile_counts() {
        Map<String, Long> before = counter.now().get();
        counts.put("evalsha", 7L);
        counts.put("ping", 1L);
        RequestCounts traffic = counter.since(before);
        assertThat(traffic.total()).isEqualTo(3);
        assertThat(traffic.of("ping"::equals)).isEqualTo(1);
        assertThat(traffic.words(1)).isEqualTo("evalsha 2, ping 1");
    }

    @Test
    void requests_that_scripts_set_off_are_counted_apart() {
        Map<String, Long> before = counter.now().get();
        counts.put("evalsha", 7L);
        counts.put("get", 9L);
        RequestCounts traffic = RequestCounts.sum(List.of(counter.since(before), counter.since(before)));
        assertThat(traffic.total()).isEqualTo(4);
        assertThat(traffic.words(2)).isEqualTo("evalsha 2; inside: get 4");
        assertThat(traffic.requests(2))
                .containsExactly(new Requests("evalsha", 2, false), new Requests("get", 4, true));
    }

    @Test
    void nothing_counted_is_nothing() {
        RequestCounts traffic = counter.since(counter.now().get());
        assertThat(traffic.total()).isZero();
        assertThat(traffic.words(1)).isEmpty();
    }
}
