// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockUnavailableException;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.toolbox.DaemonThreads;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StoreQuestionsTest {

    private final Queue<Runnable> asked = new ArrayDeque<>();

    private static LockClient answers() {
        return new LazyLockClient(
                () -> LockClient.using(new MemoryStore().backend(), ClientOptions.STANDARD), Runnable::run);
    }

    private static LockClient fails() {
        return new LazyLockClient(
                () -> {
                    throw new LockUnavailableException("planted", new IOException());
                },
                Runnable::run);
    }

    @Test
    void at_most_one_question_is_pending() {
        try (LockClient client = answers()) {
            StoreQuestion question = new StoreQuestion(client, asked::add);
            CompletableFuture<String> first = question.ask();
            CompletableFuture<String> second = question.ask();
            first.cancel(true);
            assertThat(asked).hasSize(1);
            asked.remove().run();
            assertThat(second)
                    .as("the end of one caller is not that of another")
                    .isCompletedWithValue("memory");
            assertThat(question.ask()).isNotDone();
            assertThat(asked).hasSize(1);
        }
    }

    @Test
    void each_client_has_an_answer_or_a_failure() throws Exception {
        try (LockClient orders = answers();
                LockClient stock = fails();
                StoreQuestions questions = new StoreQuestions(
                        () -> Map.of("orders", orders, "stock", stock), new DaemonThreads("asking"))) {
            StoreQuestions.Answer answer = questions.ask();
            assertThat(answer.backends()).containsExactly(Map.entry("orders", "memory"));
            assertThat(answer.failures()).containsOnlyKeys("stock");
            assertThat(answer.failures().get("stock"))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessage("planted");
        }
    }
}
