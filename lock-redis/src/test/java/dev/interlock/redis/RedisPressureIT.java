// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server that runs, but evicts keys, ends connections or pauses its clients. */
class RedisPressureIT {

    private static final AcquireOptions LONG = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(Duration.ofMinutes(5))
            .withRenewal(Renewal.NONE);

    private BackendBench bench;
    private LockName name;

    @BeforeEach
    void start() {
        bench = new BackendBench();
        name = bench.name();
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    @DisplayName(
            "R11: declared, eviction takes a held lock; its holder is notified at the next renewal, and tokens grow")
    void an_evicted_lock_is_reported_at_the_next_renewal() {
        LockBackend backend = bench.backend();
        Grant grant = granted(backend.tryAcquire(attempt(name)));
        bench.server.command("CONFIG", "SET", "maxmemory-policy", "volatile-lru");
        bench.server.command("CONFIG", "SET", "maxmemory", "4mb");
        AtomicInteger keys = new AtomicInteger();
        String value = "x".repeat(500_000);
        await().ignoreExceptionsMatching(e -> String.valueOf(e.getMessage()).startsWith("OOM"))
                .until(() -> {
                    boolean evicted = bench.server.command("EXISTS", key(name)).equals("0");
                    return evicted
                            || bench.server
                                    .command("SET", "key" + keys.incrementAndGet(), value)
                                    .isEmpty();
                });
        bench.server.command("CONFIG", "SET", "maxmemory", "0");
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(granted(backend.tryAcquire(attempt(name))).token()).isGreaterThan(grant.token());
    }

    @Test
    @DisplayName("R14: killed connections end no hold")
    void a_hold_outlives_the_connections_of_its_client() throws InterruptedException {
        try (LockClient client = LockClient.connect(bench.settings())) {
            LockHandle held = client.lock(name.value()).tryAcquire(LONG).orElseThrow();
            bench.server.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
            await().until(() -> held.renew(LONG.lease()) == RenewResult.RENEWED);
            assertThat(held.state()).isEqualTo(HandleState.HELD);
            assertThat(bench.server.command("EXISTS", key(name))).isEqualTo("1");
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    @DisplayName("R14: an acquisition that a pause of the clients outlasts is unknown, and leaves nothing")
    void a_pause_that_outlasts_an_acquisition_leaves_no_lock() throws InterruptedException {
        try (LockClient client = LockClient.connect(bench.settings().withOption("timeout", "2s"));
                LockClient other = LockClient.connect(bench.settings())) {
            bench.server.command("CLIENT", "PAUSE", "60000", "WRITE");
            assertThatExceptionOfType(LockOutcomeUnknownException.class)
                    .isThrownBy(() -> client.lock(name.value()).tryAcquire(LONG));
            bench.server.command("CLIENT", "UNPAUSE");
            try (LockHandle next = other.lock(name.value()).acquire(LONG.withMaxWait(Duration.ofSeconds(20)))) {
                assertThat(next.state()).isEqualTo(HandleState.HELD);
            }
        }
    }
}
