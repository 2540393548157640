// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The futures that users get. */
class PromisesTest {

    private final Queue<Runnable> callbacks = new ArrayDeque<>();
    private final CompletableFuture<String> internal = new CompletableFuture<>();

    @Test
    void a_future_completes_on_a_callback_thread() {
        CompletableFuture<String> promise = new Promises(callbacks::add).of(internal);
        internal.complete("a");
        assertThat(promise).isNotDone();
        callbacks.remove().run();
        assertThat(promise).isCompletedWithValue("a");
    }

    @Test
    void a_future_fails_with_the_failure_itself() {
        CompletableFuture<String> promise = new Promises(callbacks::add).of(internal.thenApply(value -> value));
        IllegalStateException failure = new IllegalStateException("failed");
        internal.completeExceptionally(failure);
        callbacks.remove().run();
        assertThatThrownBy(promise::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isSameAs(failure);
    }

    @Test
    void a_future_completes_even_if_the_stack_has_no_room_for_the_way_to_a_callback_thread() {
        CompletableFuture<String> promise = new Promises(task -> {
                    throw new StackOverflowError();
                })
                .of(internal);
        internal.complete("a");
        assertThat(promise).isCompletedWithValue("a");
    }

    @Test
    void what_ended_before_has_ended_for_the_user_who_cannot_change_it() {
        internal.complete("a");
        CompletableFuture<String> promise = new Promises(callbacks::add).of(internal);
        assertThat(promise).isCompletedWithValue("a");
        promise.obtrudeValue("b");
        assertThat(internal).isCompletedWithValue("a");
        CompletableFuture<String> failed =
                new Promises(callbacks::add).of(CompletableFuture.failedFuture(new IllegalStateException("failed")));
        assertThatThrownBy(failed::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
