// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockListener;
import dev.interlock.LockUnavailableException;
import dev.interlock.internal.event.EventDispatcher;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.StoreDescription;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The start of a client: one that fails leaves no open backend behind. */
class StartTest {

    @Test
    void an_error_at_the_start_closes_the_backend() {
        ScriptedBackend backend = new ScriptedBackend() {
            @Override
            public void start(BackendContext started) {
                throw new NoClassDefFoundError("Driver");
            }
        };
        assertThatThrownBy(() -> LockClient.using(backend, ClientOptions.STANDARD))
                .isInstanceOf(NoClassDefFoundError.class);
        assertThat(backend.closed).isTrue();
    }

    @Test
    void a_client_keeps_the_timer_thread_from_its_start_to_its_close() {
        PoorMachine machine = new PoorMachine(new ManualClock(), OutOfMemoryError::new);
        ClientOptions options = ClientOptions.STANDARD.withClock(machine);
        LockClient client = LockClient.using(new ScriptedBackend(), options);
        assertThat(machine.keepers()).isEqualTo(1);
        client.close();
        assertThat(machine.keepers()).isZero();
        LockListener[] tooMany = new LockListener[EventDispatcher.MAX_LISTENERS + 1];
        Arrays.fill(tooMany, (LockListener) event -> {});
        assertThatThrownBy(() -> LockClient.using(new ScriptedBackend(), options.withListeners(tooMany)))
                .isInstanceOf(IllegalStateException.class);
        assertThat(machine.keepers()).isZero();
    }

    @Test
    void a_backend_that_cannot_describe_itself_starts_all_the_same() {
        ScriptedBackend silent = new ScriptedBackend() {
            @Override
            public StoreDescription description() {
                throw new IllegalStateException("no idea");
            }
        };
        try (LockClient client = LockClient.using(silent, ClientOptions.STANDARD)) {
            assertThat(client.lock("a").tryAcquire()).isPresent();
        }
        assertThat(silent.closed).isTrue();
    }

    @Test
    void a_backend_that_hangs_when_its_start_failed_does_not_keep_the_failure_back() throws Exception {
        ThreadGate gate = new ThreadGate();
        ScriptedBackend backend = new ScriptedBackend() {
            @Override
            public void start(BackendContext started) {
                throw new LockUnavailableException("no such server", null);
            }

            @Override
            public void close() {
                gate.pass();
            }
        };
        ClientOptions options = ClientOptions.STANDARD.withCloseTimeout(Duration.ofMillis(100));
        CompletableFuture<LockClient> start = CompletableFuture.supplyAsync(() -> LockClient.using(backend, options));
        assertThatThrownBy(() -> start.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(LockUnavailableException.class);
        assertThat(gate.isReached()).isTrue();
        gate.open();
    }

    @Test
    void more_listeners_than_a_client_may_have_close_the_backend() {
        ScriptedBackend backend = new ScriptedBackend();
        ClientOptions crowded = ClientOptions.STANDARD.withListeners(
                Collections.nCopies(EventDispatcher.MAX_LISTENERS + 1, (LockListener) event -> {})
                        .toArray(LockListener[]::new));
        assertThatThrownBy(() -> LockClient.using(backend, crowded)).isInstanceOf(IllegalStateException.class);
        assertThat(backend.closed).isTrue();
    }

    @Test
    void a_start_that_fails_on_an_interrupted_thread_closes_the_backend_and_keeps_the_interrupt() throws Exception {
        ScriptedBackend backend = new ScriptedBackend() {
            @Override
            public void start(BackendContext started) {
                throw new LockUnavailableException("interrupted while starting", null);
            }
        };
        CompletableFuture<Boolean> interrupted = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> LockClient.using(backend, ClientOptions.STANDARD))
                    .isInstanceOf(LockUnavailableException.class);
            return Thread.interrupted();
        });
        assertThat(interrupted.get(30, TimeUnit.SECONDS)).as("interrupted").isTrue();
        assertThat(backend.closed).isTrue();
    }

    @Test
    void a_start_on_an_interrupted_thread_that_needs_no_wait_keeps_the_interrupt() throws Exception {
        ScriptedBackend backend = new ScriptedBackend();
        CompletableFuture<Boolean> interrupted = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            try (LockClient client = LockClient.using(backend, ClientOptions.STANDARD)) {
                assertThat(client.lock("a").tryAcquire()).isPresent();
            }
            return Thread.interrupted();
        });
        assertThat(interrupted.get(30, TimeUnit.SECONDS)).as("interrupted").isTrue();
        assertThat(backend.released).hasSize(1);
        assertThat(backend.closed).isTrue();
    }
}
