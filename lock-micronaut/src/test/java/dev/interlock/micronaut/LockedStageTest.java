// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import io.micronaut.context.ApplicationContext;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Methods whose end is that of a stage. */
final class LockedStageTest {

    private final ApplicationContext context =
            ApplicationContext.run(Map.of("locks.backend", "memory", "locks.close-grace", "0s"));
    private final LockClient client = context.getBean(LockClient.class);
    private final Reports reports = context.getBean(Reports.class);

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void the_lock_is_held_until_the_stage_is_done() throws Exception {
        CompletableFuture<String> written = reports.write("1");
        await().until(() -> reports.calls.get() == 1);
        assertThat(client.lock("report-1").tryAcquire()).isEmpty();
        reports.work.complete("done");
        assertThat(written.get(10, TimeUnit.SECONDS)).isEqualTo("done report-1");
        assertThat(client.lock("report-1").tryAcquire()).isPresent();
    }

    @Test
    void a_stage_that_fails_frees_the_lock() {
        CompletableFuture<String> written = reports.write("1");
        reports.work.completeExceptionally(new IllegalStateException("no paper"));
        assertThatThrownBy(() -> written.get(10, TimeUnit.SECONDS)).hasRootCauseMessage("no paper");
        assertThat(client.lock("report-1").tryAcquire()).isPresent();
    }

    @Test
    void no_thread_waits_and_cancelling_withdraws() {
        LockHandle other = client.lock("report-1").tryAcquire().orElseThrow();
        CompletableFuture<String> written = reports.write("1");
        assertThat(written).isNotDone();
        assertThat(written.cancel(false)).isTrue();
        other.close();
        await().until(() -> client.lock("report-1").tryAcquire().isPresent());
        assertThat(reports.calls).hasValue(0);
    }

    @Test
    void with_SKIP_the_stage_completes_with_null() throws Exception {
        LockHandle other = client.lock("report-1").tryAcquire().orElseThrow();
        assertThat(reports.writeOrSkip("1").toCompletableFuture().get(10, TimeUnit.SECONDS))
                .isNull();
        other.close();
        assertThat(reports.writeOrSkip("1").toCompletableFuture().get(10, TimeUnit.SECONDS))
                .isEqualTo(1);
    }

    @Test
    void a_lost_lock_is_thrown_instead_of_the_result() {
        assertThatThrownBy(() -> reports.outlive().toCompletableFuture().get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(LockLostException.class);
    }

    @Test
    void a_name_that_is_none_fails_the_stage() {
        CompletableFuture<String> written = reports.write(null);
        assertThatThrownBy(() -> written.get(10, TimeUnit.SECONDS))
                .hasMessageContaining("argument 'id', which is null");
        assertThat(reports.calls).hasValue(0);
    }
}
