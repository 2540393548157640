// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import io.micronaut.context.ApplicationContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lock inside of Micronaut's own changes of the thread, and inside of its retries. */
final class OtherAdviceTest {

    private final ApplicationContext context =
            ApplicationContext.run(Map.of("locks.backend", "memory", "locks.wait", "1m"));
    private final LockClient client = context.getBean(LockClient.class);
    private final Till till = context.getBean(Till.class);

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void the_thread_that_runs_the_method_waits_for_the_lock_and_the_caller_does_not() throws Exception {
        CompletableFuture<String> paid = new CompletableFuture<>();
        try (LockHandle taken = client.lock("till").tryAcquire().orElseThrow()) {
            till.payElsewhere(paid);
            assertThat(taken.state()).isEqualTo(HandleState.HELD);
            assertThat(paid).isNotDone();
        }
        assertThat(paid.get(1, TimeUnit.MINUTES)).isEqualTo("till");
    }

    @Test
    void a_retry_acquires_the_lock_again_because_it_is_outside() {
        List<Long> tokens = new CopyOnWriteArrayList<>();
        till.payOften(tokens);
        assertThat(tokens).hasSize(3).doesNotHaveDuplicates();
    }
}
