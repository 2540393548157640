// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.speed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.testbed.server.RedisServer;
import io.micronaut.context.ApplicationContext;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the annotation asks of the store, by the server's own count. */
final class RequestsIT {

    private static final int CALLS = 50;

    @Test
    void the_annotation_asks_the_store_for_nothing_more_than_the_call_by_hand() throws Exception {
        try (RedisServer server = RedisServer.start();
                ApplicationContext context = ApplicationContext.run(Map.of("locks.uri", server.uri()))) {
            Measured measured = context.getBean(Measured.class);
            long connected = measured.byHand(0) + measured.byAnnotation(0);
            Map<String, Long> before = server.commandCalls();
            for (int i = 0; i < CALLS; i++) {
                connected = measured.byHand(i);
            }
            Map<String, Long> between = server.commandCalls();
            for (int i = 0; i < CALLS; i++) {
                connected = measured.byAnnotation(i);
            }
            Map<String, Long> after = server.commandCalls();
            assertThat(connected).isEqualTo(2L + 2 * CALLS);
            assertThat(scripts(between, after))
                    .isEqualTo(scripts(before, between))
                    .isEqualTo(2L * CALLS);
        }
    }

    /** Acquisitions and releases; the count itself and pings of idle connections are none of them. */
    private static long scripts(Map<String, Long> from, Map<String, Long> to) {
        Map<String, Long> calls = new TreeMap<>(to);
        from.forEach((command, count) -> calls.merge(command, -count, Long::sum));
        return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
    }
}
