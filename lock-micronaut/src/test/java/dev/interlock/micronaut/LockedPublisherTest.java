// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import io.micronaut.context.ApplicationContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Methods whose end is that of a stream. */
final class LockedPublisherTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ApplicationContext context =
            ApplicationContext.run(Map.of("locks.backend", "memory", "locks.close-grace", "0s"));
    private final LockClient client = context.getBean(LockClient.class);
    private final Reports reports = context.getBean(Reports.class);

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void nothing_is_locked_before_it_is_subscribed_to() {
        Mono<String> read = reports.read("1");
        assertThat(client.lock("report-1").tryAcquire()).isPresent();
        assertThat(reports.calls).hasValue(0);
        assertThat(read).isNotNull();
    }

    @Test
    void the_lock_is_held_until_the_stream_ends() throws Exception {
        CompletableFuture<String> read = reports.read("1").toFuture();
        await().until(() -> reports.calls.get() == 1);
        assertThat(client.lock("report-1").tryAcquire()).isEmpty();
        reports.work.complete("read");
        assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo("read report-1");
        assertThat(client.lock("report-1").tryAcquire()).isPresent();
    }

    @Test
    void each_subscription_has_a_hold_of_its_own() {
        assertThat(reports.lines("1").collectList().block(LIMIT)).containsExactly(1, 2, 3);
        var lines = reports.lines("1");
        lines.blockLast(LIMIT);
        lines.blockLast(LIMIT);
        assertThat(reports.calls).hasValue(3);
    }

    @Test
    void with_SKIP_the_stream_is_empty() {
        LockHandle other = client.lock("report-1").tryAcquire().orElseThrow();
        assertThat(reports.lines("1").collectList().block(LIMIT)).isEmpty();
        assertThat(reports.calls).hasValue(0);
        other.close();
    }

    @Test
    void cancelling_frees_the_lock() {
        Disposable running = reports.endless("1").subscribe();
        await().until(() -> reports.calls.get() == 1);
        assertThat(client.lock("report-1").tryAcquire()).isEmpty();
        running.dispose();
        await().until(() -> client.lock("report-1").tryAcquire().isPresent());
    }

    @Test
    void a_lost_lock_is_signalled_instead_of_the_end() {
        assertThatThrownBy(() -> reports.outliveReading().block(LIMIT)).isInstanceOf(LockLostException.class);
    }

    @Test
    void a_name_that_is_none_fails_the_stream() {
        assertThatThrownBy(() -> reports.read(null).block(LIMIT)).hasMessageContaining("argument 'id', which is null");
        assertThat(reports.calls).hasValue(0);
    }
}
