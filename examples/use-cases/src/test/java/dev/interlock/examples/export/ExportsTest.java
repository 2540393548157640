// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.interlock.LockClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two instances with six exports each. */
final class ExportsTest {

    private static final int AT_ONCE = 3;

    @Test
    void as_many_run_at_once_as_there_are_permits_and_no_more() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch full = new CountDownLatch(AT_ONCE);
        ExecutorService threads = Executors.newCachedThreadPool();
        try (LockClient one = LockClient.connect("memory:exports");
                LockClient two = LockClient.connect("memory:exports")) {
            List<Future<?>> exports = new ArrayList<>();
            for (Exports instance : List.of(new Exports(one, AT_ONCE), new Exports(two, AT_ONCE))) {
                for (int i = 0; i < 6; i++) {
                    exports.add(threads.submit(() -> {
                        instance.run(() -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            full.countDown();
                            awaitQuietly(full);
                            running.decrementAndGet();
                        });
                        return null;
                    }));
                }
            }
            for (Future<?> export : exports) {
                export.get(5, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(AT_ONCE, most.get());
    }

    /** The first ones go on only when as many run as may, so that the limit is reached. */
    private static void awaitQuietly(CountDownLatch full) {
        try {
            assertTrue(full.await(5, TimeUnit.MINUTES));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
