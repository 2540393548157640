// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.internal.client.LinesOf;
import dev.interlock.internal.client.ThreadGate;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The thread of the log: it takes every line at once, and writes them in order when it can. */
class LogThreadTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final List<Integer> written = new CopyOnWriteArrayList<>();
    private final AtomicInteger started = new AtomicInteger();
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private final Executor threads = task -> {
        started.incrementAndGet();
        Thread thread = new DaemonThreads("log").newThread(task);
        running.add(thread);
        thread.start();
    };

    @Test
    void lines_are_written_in_order_by_one_thread() throws InterruptedException {
        LogThread log = new LogThread(threads, LONG);
        IntStream.range(0, 1_000).forEach(line -> log.add(() -> written.add(line)));
        log.await(LONG.toNanos());
        assertThat(written).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
        assertThat(started).hasValue(1);
    }

    @Test
    void lines_that_find_no_place_are_dropped_and_counted() throws InterruptedException {
        ThreadGate gate = new ThreadGate();
        LogThread log = new LogThread(threads, LONG);
        try (LinesOf report = new LinesOf(LogThread.class.getName(), "7 lines of lock clients were dropped")) {
            log.add(gate::pass);
            gate.awaitReached();
            IntStream.range(0, LogThread.MOST_LINES + 7).forEach(line -> log.add(() -> written.add(line)));
            log.await(TimeUnit.MILLISECONDS.toNanos(1));
            assertThat(written).isEmpty();
            gate.open();
            await().until(() -> written.size() == LogThread.MOST_LINES);
            await().until(() -> report.warnings().size() == 1);
        }
    }

    @Test
    void a_line_that_fails_keeps_no_other_from_being_written() throws InterruptedException {
        LogThread log = new LogThread(threads, LONG);
        log.add(() -> {
            throw new IllegalStateException("the appender is broken");
        });
        log.add(() -> {
            throw new StackOverflowError("of the appender");
        });
        log.add(() -> written.add(3));
        log.await(LONG.toNanos());
        assertThat(written).containsExactly(3);
    }

    @Test
    void a_line_for_which_there_is_no_thread_is_written_with_the_next_one() throws InterruptedException {
        AtomicBoolean poor = new AtomicBoolean(true);
        LogThread log = new LogThread(
                task -> {
                    if (poor.get()) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    threads.execute(task);
                },
                LONG);
        log.add(() -> written.add(1));
        poor.set(false);
        log.add(() -> written.add(2));
        log.await(LONG.toNanos());
        assertThat(written).containsExactly(1, 2);
    }

    @Test
    void its_thread_ends_when_it_is_idle_and_another_one_goes_on() throws InterruptedException {
        LogThread log = new LogThread(threads, Duration.ofMillis(1));
        for (int i = 0; i < 20; i++) {
            int line = i;
            log.add(() -> written.add(line));
            await().until(() -> written.size() == line + 1);
            if (i % 10 == 0) {
                await().until(() -> running.stream().noneMatch(Thread::isAlive));
            }
        }
        assertThat(started.get()).isGreaterThan(1);
        assertThat(written).isEqualTo(IntStream.range(0, 20).boxed().toList());
    }

    @Test
    void an_appender_that_leaves_an_interrupt_ends_nothing_for_good() throws InterruptedException {
        LogThread log = new LogThread(threads, LONG);
        log.add(() -> Thread.currentThread().interrupt());
        log.add(() -> written.add(2));
        await().until(() -> {
            log.add(() -> {});
            return written.contains(2);
        });
    }
}
