// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spi.AttemptId;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AttemptIdsTest {

    private final Counting random = new Counting();
    private long now = Long.MAX_VALUE - 1;
    private final AttemptIds ids = new AttemptIds(random, () -> now);

    /** Each number it gives is one more than the last. */
    private static final class Counting extends SecureRandom {

        private static final long serialVersionUID = 1;
        private transient long last;
        private transient int asked;

        @Override
        public void nextBytes(byte[] bytes) {
            asked++;
            for (int i = 0; i < bytes.length; i += Long.BYTES) {
                last++;
                for (int at = 0; at < Long.BYTES; at++) {
                    bytes[i + at] = (byte) (last >>> (8 * (Long.BYTES - 1 - at)));
                }
            }
        }
    }

    @Test
    void every_lower_half_that_was_fetched_is_used_once() {
        Set<Long> numbers = new HashSet<>();
        Set<Long> common = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            AttemptId id = ids.next();
            common.add(id.high());
            assertThat(numbers.add(id.low())).isTrue();
        }
        assertThat(common)
                .as("one of each that were fetched together")
                .containsExactlyInAnyOrder(1L, 18L, 35L, 52L, 69L, 86L, 103L);
        numbers.addAll(common);
        assertThat(numbers)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 107).boxed().toList());
    }

    @Test
    void several_ids_are_fetched_at_once() {
        for (int i = 0; i < 160; i++) {
            ids.next();
        }
        assertThat(random.asked).isEqualTo(10);
    }

    @Test
    void random_bytes_fetched_more_than_a_tenth_of_a_second_ago_are_not_used() {
        ids.next();
        now += TimeUnit.MILLISECONDS.toNanos(100);
        assertThat(ids.next().low()).as("fetched with the first").isEqualTo(3);
        now++;
        assertThat(ids.next().high()).as("fetched anew").isEqualTo(18);
    }

    @Test
    void threads_get_ids_of_their_own() throws Exception {
        AttemptIds shared = new AttemptIds(new SecureRandom(), System::nanoTime);
        Set<AttemptId> seen = ConcurrentHashMap.newKeySet();
        ExecutorService threads = Executors.newFixedThreadPool(40);
        try {
            for (int thread = 0; thread < 40; thread++) {
                threads.submit(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        seen.add(shared.next());
                    }
                });
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            threads.shutdownNow();
        }
        assertThat(seen).hasSize(40_000);
    }
}
