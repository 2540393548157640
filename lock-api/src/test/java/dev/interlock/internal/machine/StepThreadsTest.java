// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.internal.client.ThreadGate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The platform threads on which virtual threads have their steps run, asked by any thread here. */
class StepThreadsTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void a_step_runs_on_a_platform_thread_of_the_pool_which_is_used_again() {
        StepThreads steps = new StepThreads(2, LONG);
        Thread first = steps.call(Thread::currentThread);
        assertThat(first).isNotSameAs(Thread.currentThread());
        assertThat(first.getName()).startsWith("interlock-step-");
        await().until(() -> steps.call(Thread::currentThread) == first);
    }

    @Test
    void an_exception_of_a_step_reaches_the_caller() {
        StepThreads steps = new StepThreads(1, LONG);
        assertThatThrownBy(() -> steps.call(() -> {
                    throw new UnsupportedOperationException("thrown");
                }))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> steps.call(() -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
    }

    @Test
    void an_interrupt_reaches_no_step_and_is_kept() {
        StepThreads steps = new StepThreads(1, LONG);
        Thread caller = Thread.currentThread();
        boolean inside = steps.call(() -> {
            caller.interrupt();
            return Thread.currentThread().isInterrupted();
        });
        assertThat(inside).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        caller.interrupt();
        assertThat(steps.call(() -> 1)).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_step_that_finds_no_free_thread_in_time_never_begins() throws InterruptedException {
        StepThreads steps = new StepThreads(1, Duration.ofMillis(50));
        ThreadGate gate = new ThreadGate();
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> steps.call(() -> {
            gate.pass();
            return 1;
        }));
        gate.awaitReached();
        AtomicInteger begun = new AtomicInteger();
        assertThatThrownBy(() -> steps.call(begun::incrementAndGet))
                .isInstanceOf(NoThreadException.class)
                .hasMessageContaining("within 50 ms, of 1 at most: the store was not asked");
        gate.open();
        assertThat(first.join()).isEqualTo(1);
        assertThat(begun).hasValue(0);
    }

    @Test
    void a_step_at_the_bound_waits_for_the_thread_that_comes_free_first() throws InterruptedException {
        StepThreads steps = new StepThreads(1, LONG);
        ThreadGate gate = new ThreadGate();
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> steps.call(() -> {
            gate.pass();
            return 1;
        }));
        gate.awaitReached();
        CompletableFuture<Integer> second = new CompletableFuture<>();
        Thread waiting = new Thread(() -> second.complete(steps.call(() -> 2)));
        waiting.start();
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        gate.open();
        assertThat(second.join()).isEqualTo(2);
        assertThat(first.join()).isEqualTo(1);
    }
}
