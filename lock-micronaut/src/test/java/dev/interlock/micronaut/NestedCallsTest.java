// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.MultiLockHandle;
import dev.interlock.annotation.CurrentLock;
import io.micronaut.context.ApplicationContext;
import io.micronaut.core.propagation.PropagatedContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A caller of a method under a lock that it already holds must not wait for itself. Waits have no limit here. */
final class NestedCallsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final AccountsBench bench = new AccountsBench("unlimited");
    private final Accounts accounts = bench.accounts;

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void a_method_within_runs_under_the_hold_of_the_outer_one() {
        accounts.within("a", () -> {
            LockHandle outer = CurrentLock.handle();
            long inner = accounts.within("a", () -> CurrentLock.handle().fencingToken());
            assertThat(inner).isEqualTo(outer.fencingToken());
            assertThat(outer.state()).isEqualTo(HandleState.HELD);
            assertThat(bench.isFree("account-a")).isFalse();
            return null;
        });
        assertThat(accounts.calls).hasValue(2);
        assertThat(bench.isFree("account-a")).isTrue();
    }

    @Test
    void the_innermost_lock_is_the_current_one_although_it_is_not_the_last_that_was_acquired() {
        accounts.within(
                "a",
                () -> accounts.within(
                        "b",
                        () -> accounts.within("a", () -> {
                            assertThat(CurrentLock.handle().lockName()).isEqualTo("account-a");
                            assertThat(CurrentLock.fencingToken("account-b")).isPositive();
                            return null;
                        })));
        assertThat(bench.isFree("account-a")).isTrue();
        assertThat(bench.isFree("account-b")).isTrue();
    }

    @Test
    void some_of_several_run_under_the_hold_of_all() {
        accounts.transfer("a", "b", () -> {
            MultiLockHandle outer = CurrentLock.multiHandle();
            accounts.within("b", () -> {
                assertThat(CurrentLock.fencingToken("account-b")).isEqualTo(outer.fencingToken("account-b"));
                return null;
            });
            return accounts.transfer("b", "a", () -> null);
        });
        accounts.within("a", () -> accounts.within("b", () -> accounts.transfer("a", "b", () -> null)));
        assertThat(accounts.calls).hasValue(6);
    }

    @Test
    void several_of_which_only_some_are_held_are_refused() {
        accounts.within("a", () -> {
            assertThatThrownBy(() -> accounts.transfer("a", "b", () -> null))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("@Locked on Accounts.transfer: it was called by Accounts.within, which holds"
                            + " 'account-a'; 'account-b' is not")
                    .hasMessageContaining("the method was not called");
            return null;
        });
        assertThat(accounts.calls).hasValue(1);
    }

    @Test
    void an_exception_of_the_inner_method_is_thrown_and_the_outer_hold_continues() {
        IllegalStateException failure = new IllegalStateException("no money");
        accounts.within("a", () -> {
            assertThatThrownBy(() -> accounts.within("a", () -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
            assertThat(CurrentLock.handle().state()).isEqualTo(HandleState.HELD);
            return null;
        });
    }

    @Test
    void an_inner_method_does_not_run_under_a_hold_that_was_lost() {
        assertThatThrownBy(() -> accounts.brieflyWithin("a", () -> {
                    awaitLoss();
                    return accounts.within("a", () -> 1);
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("was lost before Accounts.within ended");
        assertThat(accounts.calls).hasValue(1);
    }

    @Test
    void a_loss_while_the_inner_method_runs_is_thrown_instead_of_its_result() {
        assertThatThrownBy(() -> accounts.brieflyWithin(
                        "a",
                        () -> accounts.within("a", () -> {
                            awaitLoss();
                            return 1;
                        })))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("was lost before Accounts.within ended");
    }

    @Test
    void stages_and_streams_within_are_refused_at_once() {
        String reason = "which holds 'account-a'; a method that goes on after it has returned would wait";
        accounts.within("a", () -> {
            assertThat(accounts.later("a", () -> CompletableFuture.completedFuture("x"))
                            .toCompletableFuture())
                    .failsWithin(LIMIT)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(IllegalStateException.class)
                    .withMessageContaining(reason);
            assertThatThrownBy(() -> accounts.soon("a", () -> Mono.just("x")).block(LIMIT))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(reason);
            return null;
        });
        assertThat(accounts.calls).hasValue(1);
    }

    @Test
    void a_stage_within_a_stage_is_refused_and_a_plain_method_is_not() {
        assertThat(accounts.later("a", () -> accounts.later("a", () -> CompletableFuture.completedFuture("x")))
                        .toCompletableFuture())
                .failsWithin(LIMIT)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IllegalStateException.class);
        assertThat(accounts.later("a", () -> CompletableFuture.completedFuture(accounts.within("a", () -> "x")))
                        .toCompletableFuture())
                .succeedsWithin(LIMIT)
                .isEqualTo("x");
        await().until(() -> bench.isFree("account-a"));
    }

    @Test
    void a_stream_within_a_stream_is_refused_on_whatever_thread() {
        Supplier<Mono<String>> elsewhere = () -> Mono.just("x")
                .publishOn(Schedulers.parallel())
                .flatMap(text -> accounts.soon("a", () -> Mono.just(text)));
        assertThatThrownBy(() -> accounts.soon("a", elsewhere).block(LIMIT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("@Locked on Accounts.soon: it was called by Accounts.soon");
        assertThat(accounts.calls).hasValue(1);
        await().until(() -> bench.isFree("account-a"));
    }

    @Test
    void a_stream_after_a_stream_is_no_nested_one() {
        Mono<String> both = accounts.soon("a", () -> Mono.just("x")).then(accounts.soon("a", () -> Mono.just("y")));
        assertThat(both.block(LIMIT)).isEqualTo("y");
    }

    /** Either of them may end first, so it waits: as a call in a thread pool would that got the context. */
    @Test
    void a_call_on_another_thread_waits_its_turn() throws Exception {
        CompletableFuture<Integer> elsewhere = accounts.within("a", () -> {
            Supplier<Integer> call = () -> accounts.within("a", () -> 2);
            Supplier<Integer> inContext = PropagatedContext.wrapCurrent(call);
            return CompletableFuture.supplyAsync(inContext);
        });
        assertThat(elsewhere.get(20, TimeUnit.SECONDS)).isEqualTo(2);
    }

    /** A context may outlive the method whose hold is in it. */
    @Test
    void a_context_that_is_left_over_does_not_let_its_caller_in() {
        Supplier<Integer> leftOver = accounts.within(
                "a",
                () -> PropagatedContext.wrapCurrent((Supplier<Integer>) () -> accounts.within("a", () -> {
                    assertThat(CurrentLock.handle().state()).isEqualTo(HandleState.HELD);
                    return 1;
                })));
        assertThat(leftOver.get()).isEqualTo(1);
    }

    @Test
    void the_same_name_of_another_client_is_another_lock() {
        try (LockClient other = LockClient.connect("memory:NestedCallsTest");
                ApplicationContext both = ApplicationContext.builder(Map.of("locks.wait", "20ms"))
                        .singletons(other)
                        .start()) {
            Accounts theirs = both.getBean(Accounts.class);
            accounts.within("a", () -> {
                LockHandle held = other.lock("account-a").tryAcquire().orElseThrow();
                assertThatThrownBy(() -> theirs.within("a", () -> 1)).isInstanceOf(LockTimeoutException.class);
                held.close();
                return theirs.within("a", () -> 1);
            });
        }
    }

    private static void awaitLoss() {
        LockHandle handle = CurrentLock.handle();
        await().until(() -> handle.state() == HandleState.LOST);
    }
}
