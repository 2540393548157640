// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The order of events on a pool that does not keep it. A pool of one thread that may end is such a pool: a task that is
 * queued just when the thread ends waits, while the next task has a new thread at once.
 */
class EventOrderTest {

    /** Runs tasks that came while it was held, the last one first. */
    private static final class UnorderedPool extends ThreadPoolExecutor {

        private final Deque<Runnable> kept = new ArrayDeque<>();
        private volatile boolean held;

        private UnorderedPool(ThreadPoolExecutor pool) {
            super(1, 1, 0, TimeUnit.SECONDS, pool.getQueue(), pool.getThreadFactory());
        }

        @Override
        public void execute(Runnable task) {
            if (held) {
                kept.push(task);
            } else {
                super.execute(task);
            }
        }

        private void runKept() {
            held = false;
            kept.forEach(super::execute);
        }
    }

    @Test
    void listeners_get_events_in_the_order_of_their_publication() throws InterruptedException {
        UnorderedPool[] last = {null};
        List<String> received = new CopyOnWriteArrayList<>();
        try (EngineBench bench = new EngineBench(
                ClientOptions.STANDARD,
                new ScriptedBackend(),
                clock -> new PoorMachine(clock, OutOfMemoryError::new, pool -> last[0] = new UnorderedPool(pool)))) {
            bench.client.addListener(event -> received.add(event.getClass().getSimpleName()));
            UnorderedPool listening = last[0];
            listening.held = true;
            bench.acquire("a").release();
            bench.acquire("a").release();
            listening.runKept();
            await().until(() -> received.size() == 4);
            assertThat(received).containsExactly("Acquired", "Released", "Acquired", "Released");
        }
    }
}
