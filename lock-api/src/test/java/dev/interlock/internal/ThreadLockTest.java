// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.LockView;
import dev.interlock.RetryPolicy;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lock seen as a {@link java.util.concurrent.locks.Lock}. */
class ThreadLockTest {

    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void lock_never_returns_without_the_lock_although_attempts_are_capped() throws Exception {
        bench.backend
                .thenAcquire(attempt -> ScriptedBackend.contended())
                .thenAcquire(attempt -> ScriptedBackend.contended());
        LockView view = bench.client
                .lock("a")
                .asLock(AcquireOptions.inherited().withRetry(RetryPolicy.STANDARD.withMaxAttempts(1)));
        CompletableFuture<Integer> depth = CompletableFuture.supplyAsync(() -> {
            view.lock();
            return view.holdCount();
        });
        bench.advanceUntil(RetryPolicy.STANDARD.maxPause(), depth::isDone);
        assertThat(depth.join()).isEqualTo(1);
        assertThat(bench.backend.acquired).hasSize(3);
    }
}
