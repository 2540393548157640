// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.memory.ManualClock;
import dev.interlock.tck.context.StandaloneContext;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StepThreadsTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final StepThreads threads = new StepThreads("test-step", new StandaloneContext().clock());
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        threads.close();
    }

    private static void uninterrupted(CountDownLatch latch) throws SQLException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new SQLException(e);
        }
    }

    @Test
    void a_step_sees_nothing_that_is_bound_to_its_caller() throws SQLException {
        InheritableThreadLocal<String> bound = new InheritableThreadLocal<>();
        bound.set("transaction");
        Thread[] ran = new Thread[1];
        assertThat(threads.<Boolean>call(LONG, true, begin -> {
                    ran[0] = Thread.currentThread();
                    return bound.get() == null;
                }))
                .isTrue();
        assertThat(ran[0].isDaemon()).isTrue();
        assertThat(ran[0].getName()).isEqualTo("test-step");
        assertThat(ran[0].getContextClassLoader())
                .isSameAs(Thread.currentThread().getContextClassLoader());
    }

    @Test
    void a_step_within_a_step_stays_on_its_thread() throws SQLException {
        assertThat(threads.<Boolean>call(LONG, true, outer -> {
                    Thread mine = Thread.currentThread();
                    return threads.call(LONG, true, inner -> mine == Thread.currentThread());
                }))
                .isTrue();
    }

    @Test
    void an_exception_of_a_step_reaches_its_caller() {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> threads.call(LONG, true, begin -> {
                    throw new SQLException("deadlock");
                }))
                .withMessage("deadlock");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> threads.call(LONG, true, begin -> {
                    throw new IllegalStateException("pool is closed");
                }));
    }

    /** A DataSource may wait for a connection for much longer than a step may take. */
    @Test
    void a_caller_leaves_a_step_that_does_not_begin_and_it_never_begins() {
        AtomicBoolean sent = new AtomicBoolean();
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        assertThatExceptionOfType(SQLTransientConnectionException.class)
                .isThrownBy(() -> threads.call(SHORT, true, begin -> {
                    try {
                        uninterrupted(end);
                        begin.orThrow();
                        sent.set(true);
                        return true;
                    } finally {
                        over.complete(true);
                    }
                }))
                .withMessageContaining("gave no connection in time");
        end.countDown();
        assertThat(over).succeedsWithin(LONG);
        assertThat(sent).isFalse();
    }

    @Test
    void a_step_that_has_begun_is_waited_for_whatever_happens() throws Exception {
        ManualClock clock = new ManualClock();
        StepThreads timed = new StepThreads("test-step", clock);
        AtomicReference<Object> outcome = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        Thread caller = new Thread(() -> {
            try {
                outcome.set(timed.call(LONG, true, begin -> {
                    begin.orThrow();
                    begun.countDown();
                    uninterrupted(end);
                    return "granted";
                }));
            } catch (SQLException e) {
                outcome.set(e);
            }
            outcome.compareAndSet("granted", Thread.interrupted() ? "granted and interrupted" : "granted");
        });
        caller.start();
        begun.await();
        clock.advance(LONG);
        caller.interrupt();
        caller.join(4 * SHORT.toMillis());
        assertThat(outcome).hasValue(null);
        end.countDown();
        caller.join(LONG.toMillis());
        assertThat(outcome).hasValue("granted and interrupted");
        timed.close();
    }

    @Test
    void an_interrupt_ends_the_wait_of_an_acquisition_and_of_no_other_step() throws Exception {
        for (boolean acquires : new boolean[] {true, false}) {
            AtomicReference<Object> outcome = new AtomicReference<>();
            CountDownLatch asked = new CountDownLatch(1);
            CountDownLatch connected = new CountDownLatch(1);
            Thread caller = new Thread(() -> {
                try {
                    outcome.set(threads.call(LONG, acquires, begin -> {
                        asked.countDown();
                        uninterrupted(connected);
                        begin.orThrow();
                        return "done";
                    }));
                } catch (SQLException e) {
                    outcome.set(e.getMessage() + Thread.currentThread().isInterrupted());
                }
            });
            caller.start();
            asked.await();
            caller.interrupt();
            if (acquires) {
                caller.join(LONG.toMillis());
            }
            connected.countDown();
            caller.join(LONG.toMillis());
            assertThat(outcome).hasValue(acquires ? "interrupted while waiting for a connectiontrue" : "done");
        }
    }

    @Test
    void steps_are_bounded_and_those_that_were_left_count_until_they_end() throws Exception {
        AtomicInteger running = new AtomicInteger();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < StepThreads.MOST; i++) {
            Thread caller = new Thread(() -> {
                try {
                    threads.call(SHORT, true, begin -> {
                        running.incrementAndGet();
                        uninterrupted(end);
                        return true;
                    });
                } catch (SQLException e) {
                    // Left it.
                }
            });
            callers.add(caller);
            caller.start();
        }
        for (Thread caller : callers) {
            caller.join(LONG.toMillis());
        }
        await().until(() -> running.get() == StepThreads.MOST);
        assertThatExceptionOfType(SQLTransientConnectionException.class)
                .isThrownBy(() -> threads.call(SHORT, true, begin -> true))
                .withMessageContaining("threads for steps are in use");
        end.countDown();
        assertThat(threads.<Boolean>call(LONG, true, begin -> true)).isTrue();
    }

    @Test
    void a_closed_one_refuses() {
        threads.close();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> threads.call(LONG, true, begin -> true))
                .withMessage("the client is closed");
    }
}
