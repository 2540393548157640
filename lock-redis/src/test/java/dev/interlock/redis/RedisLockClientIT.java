// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.ReleaseResult;
import dev.interlock.tck.CapturedLogs;
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

    @Test
    void a_client_tells_the_log_what_the_server_is_and_does_not_guarantee() {
        try (BackendBench fixture = new BackendBench();
                CapturedLogs logs = new CapturedLogs();
                LockClient client = LockClient.connect(fixture.server.uri())) {
            assertThat(client.lock("order:42").tryAcquire()).isPresent();
            assertThat(logs.text().lines())
                    .filteredOn(line -> line.startsWith("INFO locks are kept in redis at 127.0.0.1:"))
                    .singleElement()
                    .asString()
                    .containsPattern("\\(Redis \\d+\\.\\d+\\.\\d+\\)")
                    .contains("TOKENS_SURVIVE_DATA_LOSS")
                    .contains("not guaranteed: after a fail-over to a replica");
        }
    }
}
