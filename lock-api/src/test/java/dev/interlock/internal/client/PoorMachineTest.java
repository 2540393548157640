// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Candidacy;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.ReleaseResult;
import dev.interlock.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Whatever a machine throws that has no thread: no hold, no name and no caller depends on what is to be reported. */
class PoorMachineTest {

    private static final Duration STEP = Duration.ofMillis(100);
    private static final AcquireOptions ONE_ATTEMPT =
            WAITING.withRetry(new RetryPolicy(Duration.ofMillis(1), Duration.ofMillis(1), 1));

    /** In the order in which machines run short: of threads, of stack, and a pool that was shut down. */
    private static final List<Supplier<Throwable>> FAILURES = List.of(
            () -> new OutOfMemoryError("unable to create native thread"),
            () -> new StackOverflowError("at the start of a thread"),
            () -> new RejectedExecutionException("shut down"),
            () -> new IllegalThreadStateException("the group is gone"));

    /** What one client does on such a machine. */
    private interface Story {
        void tell(EngineBench bench, PoorMachine machine) throws Exception;
    }

    private static Stream<DynamicTest> eachFailure(Story story) {
        return FAILURES.stream()
                .map(failure ->
                        DynamicTest.dynamicTest(failure.get().getClass().getSimpleName(), () -> tell(story, failure)));
    }

    private static void tell(Story story, Supplier<Throwable> failure) throws Exception {
        PoorMachine[] machine = {null};
        try (EngineBench bench = new EngineBench(
                ClientOptions.STANDARD, new ScriptedBackend(), clock -> machine[0] = new PoorMachine(clock, failure))) {
            story.tell(bench, machine[0]);
        }
    }

    @TestFactory
    Stream<DynamicTest> a_release_returns_and_frees_the_name_and_listeners_are_notified_later() {
        return eachFailure((bench, machine) -> {
            machine.startNoThreads();
            LockHandle handle = bench.acquire("a");
            assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
            assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
            bench.acquire("a").release();
            assertThat(bench.engine.isIdle()).isTrue();
            machine.startThreads();
            bench.advanceUntil(STEP, () -> bench.events.size() == 4);
            assertThat(bench.kinds("a")).containsExactly("Acquired", "Released", "Acquired", "Released");
        });
    }

    @TestFactory
    Stream<DynamicTest> a_loss_gives_the_lock_to_the_next_waiter_and_is_reported_later() {
        return eachFailure((bench, machine) -> {
            LockHandle handle = bench.acquire("a");
            List<LockLost> reported = new CopyOnWriteArrayList<>();
            handle.onLost(reported::add, Runnable::run);
            CompletableFuture<LockHandle> next = waiting(bench, "a");
            machine.startNoThreads();
            bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
            assertThat(handle.state()).isEqualTo(HandleState.LOST);
            await().until(next::isDone);
            assertThat(reported).isEmpty();
            machine.startThreads();
            bench.advanceUntil(STEP, () -> reported.size() == 1);
            assertThat(next.join().release()).isEqualTo(ReleaseResult.RELEASED);
        });
    }

    @TestFactory
    Stream<DynamicTest> a_consumer_of_a_loss_that_is_registered_late_is_notified_later() {
        return eachFailure((bench, machine) -> {
            LockHandle handle = bench.acquire("a");
            machine.startNoThreads();
            bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
            List<LockLost> reported = new CopyOnWriteArrayList<>();
            handle.onLost(reported::add, Runnable::run);
            machine.startThreads();
            bench.advanceUntil(STEP, () -> reported.size() == 1);
        });
    }

    @TestFactory
    Stream<DynamicTest> a_waiter_that_fails_makes_way_for_the_next_one() {
        return eachFailure((bench, machine) -> {
            bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
            machine.startNoThreads();
            assertThatThrownBy(() -> bench.client.lock("a").acquire(ONE_ATTEMPT))
                    .isInstanceOf(LockOutcomeUnknownException.class);
            CompletableFuture<LockHandle> next = waiting(bench, "a");
            machine.startThreads();
            bench.advanceUntil(STEP, next::isDone);
            next.join().release();
            bench.advanceUntil(STEP, bench.engine::isIdle);
        });
    }

    @TestFactory
    Stream<DynamicTest> a_future_is_completed_later() {
        return eachFailure((bench, machine) -> {
            machine.startNoThreads();
            CompletableFuture<LockHandle> first = bench.client.lock("a").acquireAsync(WAITING);
            CompletableFuture<LockHandle> second = bench.client.lock("a").acquireAsync(WAITING);
            bench.clock.advance(STEP);
            assertThat(first).isNotDone();
            machine.startThreads();
            bench.advanceUntil(STEP, first::isDone);
            first.join().release();
            bench.advanceUntil(STEP, second::isDone);
            second.join().release();
            await().until(bench.engine::isIdle);
        });
    }

    @TestFactory
    Stream<DynamicTest> a_renewal_is_made_later() {
        return eachFailure((bench, machine) -> {
            LockHandle handle = bench.acquire("a");
            machine.startNoThreads();
            bench.clock.advance(LEASE.dividedBy(3).plus(STEP));
            assertThat(bench.backend.renewed).isEmpty();
            machine.startThreads();
            bench.advanceUntil(STEP, () -> !bench.backend.renewed.isEmpty());
            assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        });
    }

    @TestFactory
    Stream<DynamicTest> a_leader_without_a_thread_gives_its_lock_back_and_stands_again() {
        return eachFailure((bench, machine) -> {
            CompletableFuture<Long> led = new CompletableFuture<>();
            machine.startNoThreadsButOfPools();
            Candidacy candidacy = bench.client.election("a").lead(leadership -> led.complete(leadership.term()));
            await().until(() -> bench.backend.released.size() == 1);
            assertThat(led).isNotDone();
            machine.startThreads();
            bench.advanceUntil(STEP, led::isDone);
            assertThat(led.join()).isEqualTo(2);
            candidacy.close();
        });
    }

    @TestFactory
    Stream<DynamicTest> a_close_waits_for_no_thread() {
        return eachFailure((bench, machine) -> {
            LockHandle held = bench.acquire("held");
            bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
            machine.startNoThreads();
            assertThatThrownBy(() -> bench.acquire("unanswered")).isInstanceOf(LockOutcomeUnknownException.class);
            CompletableFuture<LockHandle> pending = bench.client.lock("pending").acquireAsync(WAITING);
            long before = System.nanoTime();
            bench.client.close();
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isLessThan(ClientOptions.STANDARD.closeTimeout().dividedBy(2));
            assertThat(pending).isCompletedExceptionally();
            assertThat(held.state()).isIn(HandleState.LOST, HandleState.RELEASED);
            assertThat(bench.backend.closed).isTrue();
            assertThat(bench.engine.isIdle()).isTrue();
        });
    }

    /** A waiter on a thread of its own that already stands in the queue. */
    private static CompletableFuture<LockHandle> waiting(EngineBench bench, String name) {
        CompletableFuture<LockHandle> acquired = new CompletableFuture<>();
        int before = bench.engine.acquisitions.all().size();
        Thread waiter = new Thread(() -> {
            try {
                acquired.complete(bench.client.lock(name).acquire(WAITING));
            } catch (Throwable e) {
                acquired.completeExceptionally(e);
            }
        });
        waiter.setDaemon(true);
        waiter.start();
        await().until(() -> acquired.isDone() || bench.engine.acquisitions.all().size() > before);
        return acquired;
    }
}
