// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.annotation.hold.CallsAtWork;
import dev.interlock.spring.boot.client.Contexts;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;

/** The end of an application while a method is at work. */
final class EndOfApplicationTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void a_method_at_work_can_acquire_further_locks_until_it_ends() {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> mayEnd = new CompletableFuture<>();
        Contexts.with("interlock.backend=memory", "interlock.close-timeout=4m", "interlock.close-grace=2m")
                .withConfiguration(AutoConfigurations.of(InterlockLockedAutoConfiguration.class))
                .withBean(Job.class, begun, mayEnd)
                .run(context -> {
                    Job job = context.getBean(Job.class);
                    LockClient client = context.getBean(LockClient.class);
                    CompletableFuture<Void> call =
                            CompletableFuture.runAsync(job::run, task -> new Thread(task, "job").start());
                    assertThat(begun).succeedsWithin(LIMIT);
                    Thread closing = new Thread(context.getSourceApplicationContext()::close);
                    closing.start();
                    await("the end of the application waits for the method")
                            .atMost(LIMIT)
                            .until(() -> Arrays.stream(closing.getStackTrace())
                                    .anyMatch(frame -> frame.getClassName().equals(CallsAtWork.class.getName())));
                    try (LockHandle further =
                            client.lock("further").tryAcquire().orElseThrow()) {
                        assertThat(further.fencingToken()).isPositive();
                    }
                    mayEnd.complete(null);
                    assertThat(call).succeedsWithin(LIMIT);
                    closing.join(LIMIT.toMillis());
                    assertThatThrownBy(() -> client.lock("further").tryAcquire())
                            .isInstanceOf(LockClientClosedException.class);
                });
    }

    /** Works as long as the test wants. */
    static class Job {

        private final CompletableFuture<Void> begun;
        private final CompletableFuture<Void> mayEnd;

        Job(CompletableFuture<Void> begun, CompletableFuture<Void> mayEnd) {
            this.begun = begun;
            this.mayEnd = mayEnd;
        }

        @Locked("job")
        void run() {
            begun.complete(null);
            mayEnd.join();
        }
    }
}
