// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that accepts requests, does not answer, and executes them when no caller waits for them any more. */
class RedisFreezeIT {

    /** Longer than the test, so that nothing but its compensation can end a late grant. */
    private static final AcquireOptions LEASE =
            AcquireOptions.waitAtMost(Duration.ZERO).withLease(Duration.ofMinutes(5));

    @ParameterizedTest
    @ValueSource(ints = {0, 5_000})
    @DisplayName("N12: what a frozen server executes after its client gave up is compensated")
    void an_acquisition_that_a_frozen_server_executes_too_late_is_compensated(int waitMillis) throws Exception {
        try (BackendBench bench = new BackendBench();
                LockClient client = LockClient.connect(bench.settings().withOption("timeout", "2s"));
                LockClient other = LockClient.connect(bench.settings())) {
            LockName name = bench.name();
            AcquireOptions options = LEASE.withMaxWait(Duration.ofMillis(waitMillis));
            // Leaves a connection that is ready: at a frozen server a new one gets no first reply, which is a refusal.
            client.lock(bench.name().value()).acquire(LEASE).release();
            bench.server.freeze();
            assertThatExceptionOfType(LockOutcomeUnknownException.class)
                    .isThrownBy(() -> client.lock(name.value()).acquire(options));
            bench.server.thaw();
            await().until(() -> exists(bench, BackendBench.tokenKey(name)));
            await().atMost(Duration.ofSeconds(10)).until(() -> !exists(bench, BackendBench.key(name)));
            long late = Long.parseLong(bench.server.command("GET", BackendBench.tokenKey(name)));
            try (LockHandle next = other.lock(name.value()).tryAcquire(LEASE).orElseThrow()) {
                assertThat(next.fencingToken()).isGreaterThan(late);
            }
        }
    }

    private static boolean exists(BackendBench bench, String key) {
        return bench.server.command("EXISTS", key).equals("1");
    }
}
