// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.price;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.interlock.LockClient;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Two instances: one rebuilds the list, the other one reads it. */
final class PriceListTest {

    private static final int ARTICLES = 50;

    @Test
    void no_reader_sees_half_of_a_rebuild() throws Exception {
        Map<String, Long> store = new ConcurrentHashMap<>(allAt(0));
        try (LockClient one = LockClient.connect("memory:prices");
                LockClient two = LockClient.connect("memory:prices")) {
            PriceList writer = new PriceList(store, one);
            PriceList reader = new PriceList(store, two);
            CompletableFuture<Void> rebuilt = CompletableFuture.runAsync(() -> {
                for (long price = 1; price <= 100; price++) {
                    rebuild(writer, price);
                }
            });
            do {
                Map<String, Long> seen = reader.read();
                Set<Long> prices = new HashSet<>(seen.values());
                assertEquals(ARTICLES, seen.size());
                assertEquals(1, prices.size(), prices::toString);
            } while (!rebuilt.isDone());
            rebuilt.join();
        }
    }

    private static void rebuild(PriceList list, long price) {
        try {
            list.rebuild(allAt(price));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Long> allAt(long price) {
        return LongStream.range(0, ARTICLES).boxed().collect(Collectors.toMap(n -> "article-" + n, n -> price));
    }
}
