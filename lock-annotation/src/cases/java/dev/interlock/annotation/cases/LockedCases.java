// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.cases.LockedMethods.Order;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The meaning of {@code @Locked}, the same in each framework. Locks are in memory; other waits have no limit. */
public abstract class LockedCases {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final AtomicInteger calls = new AtomicInteger();
    private final Supplier<Integer> counted = calls::incrementAndGet;

    /** The annotated methods of the application. */
    protected abstract LockedMethods methods();

    /** The client of the application. */
    protected abstract LockClient client();

    /** Quarkus runs all cases on one instance. */
    @BeforeEach
    void no_method_was_called() {
        calls.set(0);
    }

    @Test
    void the_lock_is_held_while_the_method_runs_and_free_afterwards() {
        HandleState state = methods().pay("7", () -> {
            assertThat(isFree("order-7")).isFalse();
            return CurrentLock.handle().state();
        });
        assertThat(state).isEqualTo(HandleState.HELD);
        assertThat(isFree("order-7")).isTrue();
    }

    @Test
    void the_lock_is_free_after_an_exception_which_the_caller_gets() {
        IllegalStateException failure = new IllegalStateException("no money");
        assertThatThrownBy(() -> methods().pay("7", () -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(isFree("order-7")).isTrue();
    }

    @Test
    void a_name_can_have_a_property_of_an_argument() {
        String name = methods().ship(new Order("7"), () -> CurrentLock.handle().lockName());
        assertThat(name).isEqualTo("order-7");
    }

    @Test
    void a_name_with_null_is_refused() {
        assertThatThrownBy(() -> methods().pay(null, counted))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("null", "the method was not called");
        assertThatThrownBy(() -> methods().ship(new Order(null), counted))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("null", "the method was not called");
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_name_that_no_lock_can_have_is_refused() {
        assertThatThrownBy(() -> methods().pay("a\nb", counted))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("control characters");
        assertThatThrownBy(() -> methods().pay("x".repeat(200), counted))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 200 bytes");
        assertThat(calls).hasValue(0);
    }

    @Test
    void several_locks_are_held_all_at_once() {
        long token = methods().transfer("7", "8", () -> {
            assertThat(isFree("order-7")).isFalse();
            assertThat(isFree("order-8")).isFalse();
            return CurrentLock.multiHandle().fencingToken("order-8");
        });
        assertThat(token).isPositive();
        assertThat(isFree("order-7")).isTrue();
        assertThat(isFree("order-8")).isTrue();
    }

    @Test
    void a_call_waits_for_another_holder() {
        LockHandle other = take("order-7");
        CompletableFuture<Integer> waiting =
                CompletableFuture.supplyAsync(() -> methods().pay("7", counted));
        assertThat(calls).hasValue(0);
        other.close();
        assertThat(waiting).succeedsWithin(LIMIT).isEqualTo(1);
    }

    @Test
    void a_wait_ends_at_its_limit_without_a_call() {
        try (LockHandle other = take("order-7")) {
            assertThatThrownBy(() -> methods().payImpatiently("7", counted)).isInstanceOf(LockTimeoutException.class);
            assertThat(other.state()).isEqualTo(HandleState.HELD);
        }
        assertThat(calls).hasValue(0);
    }

    @Test
    void with_FAIL_the_call_fails_at_once() {
        LockHandle other = take("order-7");
        assertThatThrownBy(() -> methods().payOrFail("7", counted)).isInstanceOf(LockTimeoutException.class);
        other.close();
        assertThat(methods().payOrFail("7", counted)).isEqualTo(1);
    }

    @Test
    void with_SKIP_the_result_is_empty_and_the_method_is_not_called() {
        LockHandle other = take("order-7");
        assertThat(methods().payOrSkip("7", () -> Optional.of(counted.get()))).isEmpty();
        assertThat(methods().<Integer>payLaterOrSkip("7", this::later).toCompletableFuture())
                .succeedsWithin(LIMIT)
                .isNull();
        other.close();
        assertThat(methods().payOrSkip("7", () -> Optional.of(counted.get()))).contains(1);
    }

    @Test
    void a_short_job_keeps_its_lock_for_the_shortest_hold() {
        methods().report(calls::incrementAndGet);
        assertThat(isFree("report")).isFalse();
        methods().report(calls::incrementAndGet);
        assertThat(calls).hasValue(1);
    }

    @Test
    void a_lost_lock_is_thrown_instead_of_the_result() {
        assertThatThrownBy(() -> methods().payBriefly("7", () -> {
                    awaitLoss();
                    return 1;
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("'order-7' was lost before");
    }

    @Test
    void a_lost_lock_is_reported_beside_the_exception_of_the_method() {
        assertThatThrownBy(() -> methods().payBriefly("7", () -> {
                    awaitLoss();
                    throw new IllegalStateException("no money");
                }))
                .hasMessage("no money")
                .satisfies(failure ->
                        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(LockLostException.class));
    }

    @Test
    void an_interrupted_call_does_not_reach_the_method_and_stays_interrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> methods().pay("7", counted)).isInstanceOf(LockUnavailableException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_nested_call_runs_under_the_hold_of_the_outer_one() {
        long outer = methods().pay("7", () -> {
            long token = CurrentLock.handle().fencingToken();
            long inner = methods().pay("7", () -> CurrentLock.handle().fencingToken());
            assertThat(inner).isEqualTo(token);
            assertThat(isFree("order-7")).isFalse();
            return token;
        });
        assertThat(outer).isPositive();
        assertThat(isFree("order-7")).isTrue();
    }

    @Test
    void a_nested_call_that_needs_more_locks_is_refused() {
        methods().pay("7", () -> {
            assertThatThrownBy(() -> methods().transfer("7", "8", counted))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("which holds 'order-7'; 'order-8' is not", "the method was not called");
            return 1;
        });
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_nested_stage_or_stream_is_refused() {
        methods().pay("7", () -> {
            assertThat(methods().<Integer>payLater("7", this::later).toCompletableFuture())
                    .failsWithin(LIMIT)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> Flux.from(methods().payStreaming("7", () -> Flux.just(counted.get())))
                            .blockLast(LIMIT))
                    .isInstanceOf(IllegalStateException.class);
            return 1;
        });
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_stage_keeps_the_lock_until_it_ends() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> paying = methods().payLater("7", () -> stage).toCompletableFuture();
        await().atMost(LIMIT).until(() -> !isFree("order-7"));
        assertThat(paying).isNotDone();
        stage.complete("paid");
        assertThat(paying).succeedsWithin(LIMIT).isEqualTo("paid");
        assertThat(isFree("order-7")).isTrue();
    }

    @Test
    void a_stage_that_fails_frees_the_lock_and_a_lock_in_its_body_is_the_current_one() {
        CompletableFuture<String> paying = methods()
                .<String>payLater(
                        "7",
                        () -> CompletableFuture.failedFuture(
                                new IllegalStateException(CurrentLock.handle().lockName())))
                .toCompletableFuture();
        assertThat(paying)
                .failsWithin(LIMIT)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("order-7");
        await().atMost(LIMIT).until(() -> isFree("order-7"));
    }

    @Test
    void a_method_that_throws_before_its_stage_or_stream_frees_the_lock() {
        IllegalStateException failure = new IllegalStateException("no money");
        assertThat(methods()
                        .payLater("7", () -> {
                            throw failure;
                        })
                        .toCompletableFuture())
                .failsWithin(LIMIT)
                .withThrowableOfType(ExecutionException.class)
                .withCause(failure);
        assertThatThrownBy(() -> Mono.from(methods().payStreaming("7", () -> {
                            throw failure;
                        }))
                        .block(LIMIT))
                .isSameAs(failure);
        await().atMost(LIMIT).until(() -> isFree("order-7"));
    }

    @Test
    void a_cancelled_stage_does_not_leave_its_lock_behind() {
        LockHandle other = take("order-7");
        CompletableFuture<Integer> paying =
                methods().<Integer>payLater("7", this::later).toCompletableFuture();
        assertThat(paying.cancel(false)).isTrue();
        other.close();
        await().atMost(LIMIT).until(() -> isFree("order-7"));
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_stream_acquires_for_each_subscription_and_keeps_the_lock_until_it_ends() {
        Flux<Integer> stream = Flux.from(methods().payStreaming("7", () -> Flux.just(counted.get(), 10)));
        assertThat(calls).hasValue(0);
        assertThat(stream.collectList().block(LIMIT)).containsExactly(1, 10);
        assertThat(stream.collectList().block(LIMIT)).containsExactly(2, 10);
        await().atMost(LIMIT).until(() -> isFree("order-7"));
    }

    @Test
    void a_cancelled_stream_frees_the_lock() {
        Sinks.Many<String> sink = Sinks.many().multicast().onBackpressureBuffer();
        Disposable running =
                Flux.from(methods().payStreaming("7", sink::asFlux)).subscribe();
        await().atMost(LIMIT).until(() -> !isFree("order-7"));
        running.dispose();
        await().atMost(LIMIT).until(() -> isFree("order-7"));
    }

    @Test
    void a_stream_within_the_stream_of_its_lock_is_refused() {
        Flux<Integer> outer = Flux.from(methods()
                .payStreaming(
                        "7",
                        () -> Mono.just(1)
                                .flatMapMany(one -> methods().payStreaming("7", () -> Flux.just(counted.get())))));
        assertThatThrownBy(() -> outer.blockLast(LIMIT)).isInstanceOf(IllegalStateException.class);
        assertThat(calls).hasValue(0);
        await().atMost(LIMIT).until(() -> isFree("order-7"));
    }

    private CompletionStage<Integer> later() {
        return CompletableFuture.completedFuture(counted.get());
    }

    private LockHandle take(String name) {
        return client().lock(name).tryAcquire().orElseThrow();
    }

    private boolean isFree(String name) {
        Optional<LockHandle> handle = client().lock(name).tryAcquire();
        handle.ifPresent(LockHandle::close);
        return handle.isPresent();
    }

    private static void awaitLoss() {
        LockHandle handle = CurrentLock.handle();
        await().atMost(LIMIT).until(() -> handle.state() == HandleState.LOST);
    }
}
