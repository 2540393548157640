// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.CapturedLogs;
import dev.interlock.tck.forward.ForwardingBackend;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The engine on this backend, through the public API only. */
class RedisLockClientIT {

    @Test
    void two_clients_hand_a_lock_over_without_polling() {
        try (BackendBench fixture = new BackendBench();
                LockClient first = LockClient.connect(fixture.server.uri());
                LockClient second =
                        LockClient.connect(LockSettings.of(fixture.server.uri()).withOption("pollFallback", "1m"))) {
            LockHandle held = first.lock("order:42").tryAcquire().orElseThrow();
            DistributedLock wanted = second.lock("order:42");
            assertThat(wanted.tryAcquire()).isEmpty();
            CompletableFuture<LockHandle> next = wanted.acquireAsync(AcquireOptions.waitAtMost(Duration.ofSeconds(20)))
                    .toCompletableFuture();
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
            LockHandle handle = next.join();
            assertThat(handle.fencingToken()).isGreaterThan(held.fencingToken());
            assertThat(second.inspect("order:42"))
                    .hasValueSatisfying(
                            holder -> assertThat(holder.fencingToken()).isEqualTo(handle.fencingToken()));
            assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    /** The longest lease is longer than the wait, and the lease before anything was measured is 30 s. */
    @Test
    void after_a_crash_of_short_work_others_wait_for_a_short_lease() throws InterruptedException {
        AcquireOptions adaptive = AcquireOptions.waitAtMost(Duration.ZERO)
                .withLease(Duration.ofMinutes(10))
                .withAdaptiveLease(Duration.ofSeconds(1), Duration.ofMinutes(10));
        try (BackendBench fixture = new BackendBench();
                LockClient second = LockClient.connect(fixture.server.uri())) {
            VanishingBackend backend = new VanishingBackend(new RedisLockBackendProvider().open(fixture.settings()));
            try (LockClient first = LockClient.using(backend, ClientOptions.STANDARD)) {
                DistributedLock lock = first.lock("order:42");
                lock.tryAcquire(adaptive).orElseThrow().release();
                // On a machine that stalls some of the work is not short: more of it makes up for that.
                await().atMost(Duration.ofMinutes(1)).until(() -> {
                    try (LockHandle handle = lock.acquire(adaptive)) {
                        return handle.remaining().compareTo(Duration.ofSeconds(1)) <= 0;
                    }
                });
                LockHandle crashed = lock.acquire(adaptive);
                backend.vanished = true;
                LockHandle next = second.lock("order:42").acquire(AcquireOptions.waitAtMost(Duration.ofMinutes(5)));
                assertThat(next.fencingToken()).isGreaterThan(crashed.fencingToken());
                assertThat(crashed.remaining()).isZero();
            }
        }
    }

    /** From some moment on nothing that its client does reaches the store. */
    private static final class VanishingBackend extends ForwardingBackend {

        private volatile boolean vanished;

        VanishingBackend(LockBackend to) {
            super(to);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return vanished ? new RenewOutcome.Unknown(gone()) : super.renew(grant, lease);
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            return vanished ? new ReleaseOutcome.Unknown(gone()) : super.release(attempt);
        }

        private static IllegalStateException gone() {
            return new IllegalStateException("gone");
        }
    }

    @Test
    void a_client_logs_what_the_server_is_and_does_not_guarantee() {
        try (BackendBench fixture = new BackendBench();
                CapturedLogs logs = new CapturedLogs();
                LockClient client = LockClient.connect(fixture.server.uri())) {
            assertThat(client.lock("order:42").tryAcquire()).isPresent();
            await().untilAsserted(() -> assertThat(logs.text().lines())
                    .filteredOn(line -> line.startsWith("INFO locks are kept in redis at 127.0.0.1:"))
                    .singleElement()
                    .asString()
                    .containsPattern("\\(Redis \\d+\\.\\d+\\.\\d+\\)")
                    .contains("TOKENS_SURVIVE_DATA_LOSS")
                    .contains("not guaranteed: after a failover to a replica"));
        }
    }
}
