// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchesTest {

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger reported = new AtomicInteger();
    private final Watches watches = watching(TimeUnit.MINUTES.toMillis(1));

    private Watches watching(long idleMillis) {
        return new Watches(
                task -> {
                    Thread thread = new Thread(task);
                    threads.add(thread);
                    thread.start();
                },
                idleMillis);
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
    }

    @Test
    void a_dropped_object_is_reported_once() {
        Cleaner.Cleanable watch = watches.begin(new Object(), reported::incrementAndGet);
        await().until(() -> {
            System.gc();
            return reported.get() == 1;
        });
        watch.clean();
        assertThat(reported).hasValue(1);
        assertThat(watches.size()).isZero();
    }

    @Test
    void the_end_of_the_watch_runs_its_task_once() {
        Object kept = new Object();
        Cleaner.Cleanable watch = watches.begin(kept, reported::incrementAndGet);
        watch.clean();
        watch.clean();
        assertThat(reported).hasValue(1);
        assertThat(watches.size()).isZero();
    }

    @Test
    void a_task_that_fails_does_not_cost_the_others_theirs() {
        watches.begin(new Object(), () -> {
            throw new IllegalStateException("planted");
        });
        watches.begin(new Object(), reported::incrementAndGet);
        await().until(() -> {
            System.gc();
            return reported.get() == 1 && watches.size() == 0;
        });
    }

    @Test
    void one_thread_watches_all_and_another_goes_on_when_it_has_ended() throws InterruptedException {
        Object kept = new Object();
        watches.begin(kept, reported::incrementAndGet);
        watches.begin(kept, reported::incrementAndGet);
        assertThat(threads).hasSize(1);
        threads.get(0).interrupt();
        threads.get(0).join();
        watches.begin(new Object(), reported::incrementAndGet);
        assertThat(threads).hasSize(2);
        await().until(() -> {
            System.gc();
            return reported.get() == 1;
        });
        assertThat(watches.size()).isEqualTo(2);
        assertThat(kept).isNotNull();
    }

    @Test
    void the_thread_ends_when_there_was_nothing_to_watch_and_the_next_watch_has_one_again()
            throws InterruptedException {
        Watches restless = watching(1);
        restless.begin(new Object(), reported::incrementAndGet).clean();
        threads.get(0).join();
        Object kept = new Object();
        restless.begin(kept, reported::incrementAndGet);
        assertThat(threads).hasSize(2);
        // While there is something to watch it stays, however long nothing comes.
        threads.get(1).join(50);
        assertThat(threads.get(1).isAlive()).isTrue();
        assertThat(kept).isNotNull();
    }

    @Test
    void without_a_thread_an_object_is_watched_by_the_next_ones() {
        List<Runnable> refused = new ArrayList<>();
        Watches poor = new Watches(
                task -> {
                    refused.add(task);
                    throw new OutOfMemoryError("planted: no thread");
                },
                1);
        Object kept = new Object();
        poor.begin(kept, reported::incrementAndGet);
        poor.begin(kept, reported::incrementAndGet);
        assertThat(refused).hasSize(2);
        assertThat(poor.size()).isEqualTo(2);
    }
}
